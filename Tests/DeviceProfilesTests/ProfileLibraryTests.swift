import DeviceProfiles
import Glibc
import Signals
import Testing

@Suite struct ProfileLibraryTests {
    private func parts(_ value: Int) -> String {
        """
        , "match": [{"bus": "ble", "name": "Tester*"}], "ble": {"notify": [{"characteristic": "2A37", "frame": "f"}]},
        "frames": {"f": {"fields": [{"type": "u8", "channel": "a", "unit": "1", "scale": [\(value), 1]}]}},
        "vectors": [{"frame": "f", "hex": "01", "source": "the test", "expect": {"channels": {"a": [\(value)]}}}]
        """
    }

    @Test("a file that comes, changes, breaks and goes is noticed without a restart")
    func hotReload() throws {
        let folder = try Folder()
        let library = ProfileLibrary(folders: [ProfileFolder(folder.path)])
        let before = library.profiles.count
        #expect(!library.refresh())
        try folder.write("tester.json", ProfileText.profile("my.tester", parts(2)))
        #expect(library.refresh())
        #expect(library.profiles.count == before + 1 && library.isOwn("my.tester"))
        #expect(library.matches(.bluetooth(.init(name: "Tester 1"))).map(\.id) == ["my.tester"])
        #expect(!library.refresh())

        try folder.write("tester.json", ProfileText.profile("my.tester", parts(2)) + Array("?".utf8))
        #expect(library.refresh())
        #expect(library.profile("my.tester") == nil)
        #expect(library.problems.map(\.file) == [folder.path + "/tester.json"])
        #expect(library.profiles.count == before)

        folder.remove("tester.json")
        #expect(library.refresh())
        #expect(library.problems == [])
    }

    @Test("a person's file goes before the one that ships unless its revision is lower")
    func revisions() throws {
        let folder = try Folder()
        try folder.write("a.json", ProfileText.profile("sig.running-speed-cadence", parts(3)))
        let library = ProfileLibrary(folders: [ProfileFolder(folder.path)])
        #expect(library.profile("sig.running-speed-cadence")?.name == "Test")
        #expect(library.file(of: "sig.running-speed-cadence") == folder.path + "/a.json")
        let older = ProfileSet([
            .init(file: "packaged", bytes: ProfileText.profile("x", revision: 2, parts(2))),
            .init(file: "own", bytes: ProfileText.profile("x", revision: 1, parts(3)), isOwn: true),
        ])
        #expect(older.files["x"] == "packaged")
        #expect(older.problems.map(\.file) == ["own"])
        #expect(older.problems[0].message.contains("raise the revision"))
    }

    @Test("a profile whose base is broken is left out with it, and nothing else is")
    func brokenBase() {
        let set = ProfileSet([
            .init(file: "base", bytes: ProfileText.profile("base", ", \"frames\": {\"f\": {\"codec\": \"none\"}}")),
            .init(file: "child", bytes: ProfileText.profile("child", ", \"extends\": [\"base\"]")),
            .init(file: "other", bytes: ProfileText.profile("other", parts(2))),
        ])
        #expect(set.profiles.map(\.id) == ["other"])
        #expect(Set(set.problems.map(\.file)) == ["base", "child"])
    }

    @Test("what a profile says itself stays when it extends another")
    func joining() throws {
        let set = ProfileSet([
            .init(file: "base", bytes: ProfileText.profile("base", parts(2))),
            .init(
                file: "child",
                bytes: ProfileText.profile(
                    "child", parts(5).replacing("\"ble\": {", with: "\"extends\": [\"base\"], \"ble\": {"))),
        ])
        #expect(set.problems == [])
        let child = try #require(set.profiles.first { $0.id == "child" })
        #expect(child.frames.count == 1 && child.bluetooth?.subscriptions.count == 1 && child.vectors.count == 1)
        #expect(child.frames[0].fields[0].scale.numerator == 5)
    }

    @Test("an advertisement finds its maker's profile before the standard's")
    func matching() {
        let library = ProfileLibrary(folders: [])
        func names(_ subject: ProfileSubject.BluetoothSubject) -> [String] {
            library.matches(.bluetooth(subject)).map(\.id)
        }
        #expect(
            names(.init(name: "Polar H10 A1B2C3D4", services: ["180D", "FEEE"])) == ["polar.h10", "sig.heart-rate"])
        #expect(names(.init(name: "Polar H10 A1B2C3D4")) == ["polar.h10"])
        #expect(names(.init(name: "HRM-Dual:123456", services: ["180D"])) == ["garmin.hrm", "sig.heart-rate"])
        #expect(
            names(.init(name: "somebody's", services: ["180D", "1814"])) == [
                "sig.heart-rate", "sig.running-speed-cadence",
            ])
        #expect(
            names(.init(name: "axLE-Band-ABCDEF", services: ["6E400001-B5A3-F393-E0A9-E50E24DCCA9E"])) == [
                "openmovement.axle"
            ])
        #expect(names(.init(manufacturerData: [0x0499: [5, 1, 2]])) == ["ruuvi.tag"])
        #expect(names(.init(manufacturerData: [0x0499: [3, 1, 2]])) == [])
        #expect(names(.init(name: "Television")) == [])
    }

    @Test("the index finds exactly what trying every rule finds")
    func index() {
        let library = ProfileLibrary(folders: [])
        let subjects: [ProfileSubject.BluetoothSubject] = [
            .init(name: "Polar Sense 1", services: ["180D"]), .init(name: "R02_A1B2"), .init(name: "R0"),
            .init(name: "Movesense 1", services: ["34802252-7185-4D5D-B431-630E7050E8F0"]), .init(name: "TICKR 1"),
            .init(name: "TICKR 1", services: ["180D"]), .init(services: ["1822"]), .init(),
            .init(name: "InfiniTime", services: ["180D"], manufacturerData: [0x006B: [1]]),
        ]
        for subject in subjects.map(ProfileSubject.bluetooth) {
            let all = library.profiles.filter { $0.match.contains { $0.matches(subject) } }
            #expect(Set(library.matches(subject).map(\.id)) == Set(all.map(\.id)))
        }
    }

    @Test(
        "a name pattern fits as a shell's does",
        arguments: [
            ("Polar H10*", "Polar H10 A1", true), ("Polar H10*", "Polar H1", false), ("*abc", "xxabc", true),
            ("a*b*c", "a1b2c", true), ("a*b*c", "a1c2b", false), ("a?c", "abc", true), ("a?c", "ac", false),
            ("abc", "abcd", false), ("***a***", "bab", true), ("", "", true),
        ])
    func pattern(pattern: String, text: String, fits: Bool) {
        #expect(NamePattern(pattern).matches(text) == fits)
    }

    @Test("a pattern of many stars takes no exponential time")
    func stars() {
        let pattern = NamePattern(String(repeating: "*a", count: 30) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    }

    @Test(
        "UUIDs have one form",
        arguments: [
            ("180d", "180D"), ("0000180d", "180D"), ("0000180D-0000-1000-8000-00805f9b34fb", "180D"),
            ("6e400001b5a3f393e0a9e50e24dcca9e", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"), ("18", nil), ("180G", nil),
        ])
    func uuids(text: String, form: String?) {
        #expect(ProfileUUID.canonical(text) == form)
    }
}

/// A folder that goes away with the test.
private final class Folder {
    let path: String

    init() throws {
        var name = Array("/tmp/nightjar-profiles-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure(.failed, "There is no room in /tmp.") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove("tester.json")
        remove("a.json")
        rmdir(path)
    }

    /// Writes beside and renames, as editors do, so that the file is another one each time.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let stream = fopen("\(path)/.new", "w") else { throw Failure(.failed, "no file") }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        rename("\(path)/.new", "\(path)/\(name)")
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }
}
