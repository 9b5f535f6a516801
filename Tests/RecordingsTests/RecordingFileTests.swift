import Foundation
import Recordings
import Signals
import Testing

@Suite("Opening a recording")
struct RecordingFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString)")
    private let payload = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) })

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    @Test("reads a plain file by offset and stops at its end")
    func plain() throws {
        defer { remove() }
        let file = try RecordingFile.open(path: write("night.cwa", payload))
        #expect(file.name == "night.cwa" && file.size == payload.count && file.losses.isEmpty)
        #expect(try file.bytes(at: 299_990, count: 100) == Array(payload.suffix(10)))
        #expect(try file.bytes(at: 400_000, count: 4) == [])
    }

    @Test("unpacks gzip and one-file zip and drops their endings from the name")
    func archives() throws {
        defer { remove() }
        let plain = try write("Night.CWA", payload)
        try run("/bin/gzip", "-k", plain)
        try run(
            "/usr/bin/env", "python3", "-c",
            "import sys,zipfile as z; z.ZipFile(sys.argv[1],'w',z.ZIP_DEFLATED).write(sys.argv[2],'a/Night.CWA')",
            plain + ".zip", plain)
        for path in [plain + ".gz", plain + ".zip"] {
            let file = try RecordingFile.open(path: path)
            #expect(file.name == "Night.CWA")
            #expect(try file.bytes(at: 0, count: file.size) == Array(payload))
            #expect(file.losses.isEmpty)
        }
    }

    @Test("keeps what a cut gzip file still gives and says that it is cut")
    func cutArchive() throws {
        defer { remove() }
        let plain = try write("night.cwa", payload)
        try run("/bin/gzip", plain)
        let packed = try Data(contentsOf: URL(fileURLWithPath: plain + ".gz"))
        let file = try RecordingFile.open(path: write("cut.cwa.gz", packed.prefix(packed.count / 2)))
        #expect(file.size > 0 && file.size < payload.count)
        #expect(try file.bytes(at: 0, count: file.size) == Array(payload.prefix(file.size)))
        #expect(file.losses.map(\.cause) == [.truncated])
    }

    @Test("refuses an archive that unpacks to more than the limit")
    func bomb() throws {
        defer { remove() }
        let plain = try write("zeros", Data(count: 3_000_000))
        try run("/bin/gzip", plain)
        #expect(throws: Failure.self) { try RecordingFile.open(path: plain + ".gz", unpackLimit: 1_000_000) }
        #expect(try RecordingFile.open(path: plain + ".gz", unpackLimit: 3_000_000).size == 3_000_000)
    }

    @Test("says what is wrong with a file that is missing, a folder, empty, or of no known kind")
    func failures() throws {
        defer { remove() }
        #expect(code { try RecordingFile.open(path: folder.path + "/none.cwa") } == .notFound)
        #expect(code { try RecordingFile.open(path: folder.path) } == .failed)
        #expect(code { try RecordingFile.open(path: write("empty.cwa", Data())) } == .failed)
        let foreign = try RecordingFile.open(path: write("notes.txt", Data("hello, world".utf8)))
        let failure = #expect(throws: Failure.self) { _ = try RecordingFormats.format(of: foreign) }
        #expect(failure?.message.contains(".cwa") == true)
    }

    @Test("knows a recording by content before its name, and by its name in any case")
    func detection() throws {
        defer { remove() }
        let bytes: [UInt8] = [0x4D, 0x44, 0xFC, 0x03] + Array(repeating: 0, count: 1020)
        #expect(try RecordingFormats.format(of: RecordingFile(name: "x.bin", bytes: bytes)) is CWA.Type)
        #expect(try RecordingFormats.format(of: RecordingFile(name: "X.CWA", bytes: [1, 2, 3])) is CWA.Type)
    }

    private func write(_ name: String, _ data: Data) throws -> String {
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url.path
    }

    private func run(_ path: String, _ arguments: String...) throws {
        let process = try Process.run(URL(fileURLWithPath: path), arguments: arguments)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func code(_ body: () throws -> RecordingFile) -> Failure.Code? {
        do { _ = try body() } catch let failure as Failure { return failure.code } catch {}
        return nil
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }
}
