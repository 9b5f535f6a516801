import Accounts
import Analysis
import Devices
import Documents
import Foundation
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

@Suite("Deleting a person")
struct PersonDeletionTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")
    /// Stands in beats of Ben's and nowhere else.
    private static let interval = 812.345_678_9

    private func fixture() async throws -> (AccountsFixture, ada: String, ben: String, person: Person.ID) {
        let fixture = try AccountsFixture(sources: [Simulated(seed: 3)])
        let ada = try await fixture.enter("ada")
        let answer = try await fixture.post(
            "/auth/register",
            #"{"email":"ben-unmistakable@example.org","password":"correct horse","display_name":"Unmistakable Ben"}"#,
            token: ada)
        let ben = try #require(answer.object["access_token"] as? String)
        let person = Person.ID(rawValue: 2)
        let noon = fixture.clock.now
        try await fixture.gateway.wearerRegistry.correct(
            Self.device, person: person, from: noon.advanced(bySeconds: -3600), to: noon.advanced(bySeconds: -1800))
        try await fixture.gateway.wearerRegistry.correct(
            Self.device, person: Person.ID(rawValue: 1), from: noon.advanced(bySeconds: -1800), to: nil)
        let beats = stride(from: -3500.0, to: -100, by: 100).map { second in
            Beat(
                time: noon.advanced(bySeconds: second), rr: second < -1800 ? Self.interval : 654.321,
                label: .normal)
        }
        fixture.gateway.store.append(beats, device: Self.device)
        try await fixture.gateway.store.flush()
        return (fixture, ada, ben, person)
    }

    private func beats(_ fixture: AccountsFixture) throws -> [Double?] {
        try fixture.gateway.store.beats(
            of: Self.device, from: Instant(nanoseconds: 0), to: fixture.clock.now
        ).map(\.rr)
    }

    @Test("takes everything of a person home with a manifest of digests, and nothing of another")
    func export() async throws {
        let (fixture, ada, ben, _) = try await fixture()
        #expect(try await fixture.ask("GET", "/api/v1/auth/people/2/export", token: ada).status == 404)
        let place = try #require(fixture.gateway.exports.place(for: "ben"))
        let made = try await fixture.gateway.export(Person.ID(rawValue: 2), in: place)
        defer { withExtendedLifetime(made) {} }
        let path = try #require(made.path)
        #expect((try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) == 0o600)
        let files = try unpacked(path, fixture)
        let manifest =
            try JSONSerialization.jsonObject(with: Data(try #require(files["manifest.json"]).utf8)) as? [String: Any]
        let told = try #require(manifest?.objects("files"))
        #expect(told.count >= 3)
        var everything = ""
        for file in told {
            let name = try #require(file["name"] as? String)
            let text = try #require(files[name])
            #expect(
                file["sha256"] as? String == SHA256.hex(of: Array(text.utf8))
                    && file["bytes"] as? Int == text.utf8.count)
            everything += text
        }
        #expect(everything.contains("ben-unmistakable@example.org") && everything.contains("812.34"))
        #expect(!everything.contains("654.32") && !everything.contains("argon2"))
        let head = try await fixture.ask("HEAD", "/api/v1/auth/me/export", token: ben)
        #expect(head.status == 200 && head.field("Content-Type") == ["application/zip"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/leaving").count == 1)
    }

    /// The names of the files in an archive, and what is in them.
    private func unpacked(_ path: String, _ fixture: AccountsFixture) throws -> [String: String] {
        let folder = "\(fixture.folder)/unpacked-\(UUID().uuidString)"
        let unzip = Process()
        unzip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        unzip.arguments = ["-m", "zipfile", "-e", path, folder]
        try unzip.run()
        unzip.waitUntilExit()
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            files[name] = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        return files
    }

    @Test("takes home both parts of a day in which a device was taken off and put on again")
    func twoStretches() async throws {
        let (fixture, _, ben, person) = try await fixture()
        let noon = fixture.clock.now
        try await fixture.gateway.wearerRegistry.correct(
            Self.device, person: Person.ID(rawValue: 1), from: noon.advanced(bySeconds: -2950),
            to: noon.advanced(bySeconds: -2450))
        try await fixture.gateway.store.flush()
        #expect(try await fixture.ask("GET", "/api/v1/auth/me/export", token: ben).status == 200)
        let place = try #require(fixture.gateway.exports.place(for: "ben"))
        let made = try await fixture.gateway.export(person, in: place)
        defer { withExtendedLifetime(made) {} }
        let files = try unpacked(try #require(made.path), fixture)
        let beats = files.filter { $0.key.hasPrefix("days/") && $0.key.hasSuffix(".beats.csv") }
        let day = CivilDate(daysSince1970: Int(noon.nanoseconds / 86_400_000_000_000))
        #expect(
            beats.keys.sorted() == [
                "days/\(day)-\(Self.device.rawValue)-2.beats.csv", "days/\(day)-\(Self.device.rawValue).beats.csv",
            ])
        let rows = beats.values.flatMap { $0.split(separator: "\n") }.filter { $0.contains("812.34") }
        // 17 in all, of which another wore the device during 5.
        #expect(rows.count == 12)
    }

    @Test("leaves nothing of a deleted person in the files of the store, and all of the others")
    func deletion() async throws {
        let (fixture, ada, ben, _) = try await fixture()
        #expect(try beats(fixture).contains(Self.interval) && traces(fixture) > 0)
        let wrong = try await fixture.ask("DELETE", "/api/v1/auth/me", #"{"password":"wrong"}"#, token: ben)
        #expect(wrong.status == 401)
        let aside = ["damaged-20260101000000Z.sqlite", "damaged-20260101000000Z.sqlite-wal"]
        for name in aside { try Data([1]).write(to: URL(fileURLWithPath: "\(fixture.folder)/\(name)")) }
        let report = try await fixture.ask("DELETE", "/api/v1/auth/people/2?data=delete", token: ada)
        #expect(report.object["set_aside"] as? [String] == aside)
        #expect(report.status == 200, "\(report)")
        let rows = report.object.object("rows")
        #expect(rows["account"] as? Int == 1 || rows["person"] as? Int == 1)
        #expect(rows["beat"] as? Int == 17 && rows["wearing"] as? Int == 1)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me", token: ben).status == 401)
        #expect(try beats(fixture).allSatisfy { $0 == 654.321 } && beats(fixture).count == 17)
        #expect(try traces(fixture) == 0)
        #expect(try await fixture.ask("GET", "/api/v1/auth/people", token: ada).object.objects("people").count == 1)
        #expect(try await fixture.ask("DELETE", "/api/v1/auth/people/1", token: ada).status == 200)
        #expect(fixture.gateway.accounts.accounts.isEmpty)
    }

    @Test(
        "takes along what was said of their nights and their diary, in the archive and in the deletion, and nobody else's"
    )
    func words() async throws {
        let (fixture, ada, ben, person) = try await fixture()
        let store = fixture.gateway.store
        let noon = fixture.clock.now
        let date = NightWindow(containing: noon.advanced(bySeconds: -3000), in: .utc).date
        let night = NightKey(Self.device, date)
        // Both wore the device on this day: whose a word is, its moment says.
        for (second, words) in [(-3000.0, "Unmistakable wine"), (-600, "Other cheese")] {
            let moment = noon.advanced(bySeconds: second)
            try await store.say([words], .note, of: night, within: moment, by: person, at: noon)
            try await store.say([words.lowercased()], .tag, of: night, within: moment, by: nil, at: noon)
        }
        for (token, text) in [(ben, "Unmistakable dream"), (ada, "Other dream")] {
            for again in ["first ", ""] {
                let put = try await fixture.ask(
                    "PUT", "/api/v1/diary/\(date)", #"{"quality":3,"text":"\#(again)\#(text)"}"#, token: token)
                #expect(put.status == 200, "\(put)")
            }
        }
        let place = try #require(fixture.gateway.exports.place(for: "ben"))
        let made = try await fixture.gateway.export(person, in: place)
        defer { withExtendedLifetime(made) {} }
        let files = try unpacked(try #require(made.path), fixture)
        let notes = try #require(files["rows/night_note.ndjson"])
        #expect(notes.contains("Unmistakable wine") && notes.contains("unmistakable wine") && !notes.contains("Other"))
        let diary = try #require(files["rows/diary_entry.ndjson"])
        #expect(diary.contains("first Unmistakable dream") && !diary.contains("Other"))
        let report = try await fixture.ask("DELETE", "/api/v1/auth/people/2?data=delete", token: ada)
        let rows = report.object.object("rows")
        #expect(rows["night_note"] as? Int == 2 && rows["diary_entry"] as? Int == 2, "\(report)")
        #expect(try traces(fixture) == 0)
        let left = try store.nightNoteHistory(of: night)
        #expect(left.map(\.text) == ["Other cheese", "other cheese"] && left.allSatisfy { $0.author == nil })
        let kept = try await fixture.ask("GET", "/api/v1/diary", token: ada).object.objects("entries")
        #expect(kept.map { $0["text"] as? String } == ["Other dream"])
    }

    /// How often the name, the address or an interval of Ben's stands in the files of the store.
    private func traces(_ fixture: AccountsFixture) throws -> Int {
        let pattern = withUnsafeBytes(of: Self.interval.bitPattern.bigEndian) { Data($0) }
        let marks = [Data("nmistakable".utf8), pattern]
        var found = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder) where name.hasPrefix("store.") {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(fixture.folder)/\(name)"))
            for mark in marks where data.range(of: mark) != nil { found += 1 }
        }
        return found
    }

    @Test("gives the first owner what was kept for nobody")
    func takingOver() async throws {
        let fixture = try AccountsFixture(sources: [Simulated(seed: 3)])
        try await fixture.gateway.store.keep(
            KeptAnswer(request: "x", status: 200, mediaType: nil, body: []), of: 0, key: "k", at: fixture.clock.now)
        let ada = try await fixture.enter("ada")
        #expect(try fixture.gateway.store.keptAnswer(of: 1, key: "k") != nil)
        #expect(try fixture.gateway.store.keptAnswer(of: 0, key: "k") == nil)
        let schedule = try await fixture.ask("POST", "/api/v1/night-schedules", "{}", token: ada)
        #expect(schedule.status == 201 && schedule.object["wearer"] is NSNull)
    }
}
