import Accounts
import Analysis
import Documents
import Foundation
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

/// A person who knows the number on the case of another's recorder, and uploads a file that bears it.
@Suite("Contested recordings")
struct ContestTests {
    private static let recorder = "condor-instruments-4711"
    private let fixture: AccountsFixture
    private let ada: String, ben: String

    init() async throws {
        fixture = try AccountsFixture()
        ada = try await fixture.enter("ada")
        ben = try await fixture.enter("ben", by: ada)
    }

    /// A log of an ActLumus: rows of a minute, days of 16 h awake and nights of 8 h.
    static func log(_ days: Range<Int>, of serial: String = "4711", minutes: [Int]? = nil) -> [UInt8] {
        var text = """
            +-------------+ Condor Instruments Report +-------------+
            SUBJECT_NAME : Somebody
            DEVICE_ID : \(serial)
            DEVICE_MODEL : AL0101
            FIRMWARE_VERSION : 3.7
            +-------------------------------------------------------+
            DATE/TIME;MS;EVENT;TEMPERATURE;PIM;ZCM;STATE

            """
        for minute in minutes ?? Array((days.lowerBound * 1440)..<(days.upperBound * 1440)) {
            let (day, time) = (minute / 1440, minute % 1440)
            let isAsleep = time >= 1380 || time < 420
            let counts = isAsleep ? 0 : 200 + (minute * 7919) % 300
            text += String(
                format: "%02d/10/2023 %02d:%02d:00;0;0;30.0;%d;%d;%d\n", day + 1, time / 60, time % 60, counts * 20,
                counts, isAsleep ? 1 : 0)
        }
        return Array(text.utf8)
    }

    private func upload(_ bytes: [UInt8], as name: String, by token: String) async throws -> [String: Any] {
        let begun = try await fixture.ask(
            "POST", "/api/v1/imports?name=\(name)&zone=UTC", bytes: bytes, token: token)
        let id = try #require(begun.object["id"] as? String, "\(begun)")
        await fixture.gateway.imports.over()
        return try await fixture.ask("GET", "/api/v1/imports/\(id)", token: token).object
    }

    /// Everything that somebody sees of nights, in full.
    private func nights(_ token: String) async throws -> [String] {
        let list = try await fixture.ask("GET", "/api/v1/nights?from=2000-01-01&to=2100-01-01", token: token)
        #expect(list.status == 200)
        var nights = [list.body]
        for night in list.object.objects("nights") {
            let date = try #require(night["date"] as? String)
            nights.append(try await fixture.ask("GET", "/api/v1/nights/\(date)", token: token).body)
        }
        return nights
    }

    @Test("changes not a bit of another's nights, takes none, and leaves when its bringer leaves")
    func hostileFile() async throws {
        let own = Self.log(0..<7)
        #expect(try await upload(own, as: "week.txt", by: ada)["state"] as? String == "complete")
        let before = try await nights(ada)
        #expect(before.count > 5)
        // The same recorder, three rows of its time and one long after it.
        let bens = Self.log(0..<1, minutes: [0, 1, 2, 28 * 1440])
        let status = try await upload(bens, as: "mine.txt", by: ben)
        #expect(status["state"] as? String == "complete", "\(status)")
        // And a whole night that claims to be the owner's.
        let night = try await upload(Self.log(2..<4), as: "night.txt", by: ben)
        #expect(night["state"] as? String == "complete", "\(night)")
        #expect(try await nights(ada) == before)
        for text in try await nights(ben) { #expect(!text.contains(#""device":"\#(Self.recorder)""#), "\(text)") }
        let listed = try await fixture.ask("GET", "/api/v1/recordings", token: ada).object.objects("recordings")
        #expect(listed.map { $0["name"] as? String } == ["week.txt"], "\(listed)")
        let place = try #require(fixture.gateway.exports.place(for: "ben"))
        let made = try await fixture.gateway.export(Person.ID(rawValue: 2), in: place)
        defer { withExtendedLifetime(made) {} }
        let path = try #require(made.path)
        let archive = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(archive.range(of: Data("mine.txt".utf8)) != nil && archive.range(of: Data("week.txt".utf8)) == nil)
        let gone = try await fixture.ask("DELETE", "/api/v1/auth/people/2?data=delete", token: ada)
        #expect(gone.object.object("rows")["recording"] as? Int == 2, "\(gone)")
        #expect(try await nights(ada) == before)
        let kept = try fixture.gateway.store.recordings()
        #expect(kept.map(\.file.name) == ["week.txt"])
        #expect(try fixture.gateway.store.devices().map(\.id.rawValue).filter { $0.contains("~") }.isEmpty)
        var bytes: [UInt8] = []
        try fixture.gateway.store.forEachChunk(of: kept[0].id) { bytes += $0 }
        #expect(bytes == own)
    }

    @Test("tells somebody who uploads another's bytes nothing of them, and imports them as their own")
    func knownBytes() async throws {
        let bytes = Self.log(0..<3)
        let first = try await upload(bytes, as: "adas-secret.txt", by: ada)
        let second = try await upload(bytes, as: "guess.txt", by: ben)
        #expect(first["state"] as? String == "complete" && second["state"] as? String == "complete", "\(second)")
        #expect(!"\(second)".contains("adas-secret"))
        let again = try await upload(bytes, as: "again.txt", by: ben)
        #expect(again["state"] as? String == "duplicate" && "\(again)".contains("guess.txt"), "\(again)")
        let owner = try await upload(bytes, as: "again.txt", by: ada)
        #expect(owner["state"] as? String == "duplicate" && "\(owner)".contains("adas-secret.txt"), "\(owner)")
        #expect(try fixture.gateway.store.recordings().count == 2)
        // A second try of the one supersedes nothing of the other.
        #expect(try await fixture.ask("GET", "/api/v1/recordings", token: ada).object.objects("recordings").count == 1)
        #expect(try await fixture.ask("GET", "/api/v1/recordings", token: ben).object.objects("recordings").count == 1)
    }

    @Test("lets owners decide whose bytes are that two have, and back, though they were brought anew meanwhile")
    func sameBytes() async throws {
        let bytes = Self.log(0..<3)
        _ = try await upload(bytes, as: "week.txt", by: ada)
        let before = try await nights(ada)
        let status = try await upload(bytes, as: "mine.txt", by: ben)
        let number = try #require(status["recording"] as? Int, "\(status)")
        let own = try await nights(ben)
        #expect(own.count == before.count)
        let contested = {
            try await fixture.ask("GET", "/api/v1/imports/contested", token: ada).object.objects("contested")
                .map { $0["recording"] as? Int }
        }
        #expect(try await contested() == [number])
        let path = "/api/v1/imports/recording-\(number)/wearer"
        let given = try await fixture.ask("PUT", path, #"{"wearer":"ada"}"#, token: ada)
        #expect(given.status == 200 && given.object.object("before")["name"] as? String == "ben", "\(given)")
        #expect(try await nights(ben).count == 1)
        // Twice the same, and counted once.
        #expect(try await nights(ada) == before)
        #expect(try await contested().isEmpty)

        let anew = try await upload(bytes, as: "again.txt", by: ben)
        #expect(anew["state"] as? String == "complete", "\(anew)")
        #expect(try await contested() == [anew["recording"] as? Int])
        let back = try await fixture.ask("PUT", path, #"{"wearer":"ben"}"#, token: ada)
        #expect(back.status == 200, "\(back)")
        #expect(try await nights(ben) == own)
        #expect(try await nights(ada) == before)
        #expect(try await Set(contested()) == [number, anew["recording"] as? Int])
        let third = try await upload(bytes, as: "third.txt", by: ben)
        #expect(third["state"] as? String == "duplicate", "\(third)")
        let gone = try await fixture.ask("DELETE", "/api/v1/auth/people/2?data=delete", token: ada)
        #expect(gone.object.object("rows")["recording"] as? Int == 2, "\(gone)")
        #expect(try fixture.gateway.store.recordings().map(\.file.name) == ["week.txt"])
        #expect(try await nights(ada) == before)
    }

    @Test("frees the name of a recorder with the last of whom it knew, the first owner's too")
    func devices() async throws {
        let names = { try fixture.gateway.store.devices().map(\.id.rawValue).sorted() }
        _ = try await upload(Self.log(0..<3), as: "week.txt", by: ada)
        _ = try await upload(Self.log(1..<5), as: "mine.txt", by: ben)
        #expect(try names() == [Self.recorder, "\(Self.recorder)~2"])
        let own = try await nights(ben)
        // The alert that names the recorder is of before.
        fixture.clock.advance(bySeconds: 60)
        let role = try await fixture.ask("PATCH", "/api/v1/auth/people/2", #"{"role":"admin"}"#, token: ada)
        #expect(role.status == 200, "\(role)")
        let gone = try await fixture.ask("DELETE", "/api/v1/auth/me", #"{"password":"correct horse"}"#, token: ada)
        #expect(gone.object.object("rows")["device"] as? Int == 1, "\(gone)")
        #expect(try names() == ["\(Self.recorder)~2"])
        #expect(try await nights(ben) == own)
        let last = try await fixture.ask("DELETE", "/api/v1/auth/me", #"{"password":"correct horse"}"#, token: ben)
        #expect(last.status == 200, "\(last)")
        #expect(try names().isEmpty)
    }

    @Test("shows a contest to owners alone, who give the recording to whom it belongs and back")
    func contest() async throws {
        _ = try await upload(Self.log(0..<3), as: "week.txt", by: ada)
        let before = try await nights(ada)
        let status = try await upload(Self.log(1..<5), as: "mine.txt", by: ben)
        let number = try #require(status["recording"] as? Int, "\(status)")
        let own = try await nights(ben)
        #expect(own.count > 2)
        #expect(try await fixture.ask("GET", "/api/v1/imports/contested", token: ben).status == 403)
        let path = "/api/v1/imports/recording-\(number)/wearer"
        #expect(try await fixture.ask("PUT", path, #"{"wearer":1}"#, token: ben).status == 403)
        let contested = try await fixture.ask("GET", "/api/v1/imports/contested", token: ada).object.objects(
            "contested")
        let contest = try #require(contested.first, "\(contested)")
        #expect(contested.count == 1 && contest["recording"] as? Int == number)
        #expect(contest["device"] as? String == Self.recorder && contest.object("wearer")["name"] as? String == "ben")
        #expect(contest.objects("others").count == 1 && !"\(contested)".contains("mine.txt"))
        let alerts = try await fixture.ask("GET", "/api/v1/alerts", token: ada)
        #expect(alerts.body.contains("recorder_contested") && !alerts.body.contains("ben"))
        let bens = try await fixture.ask("GET", "/api/v1/alerts", token: ben)
        #expect(!bens.body.contains("recorder_contested"))
        #expect(try await fixture.ask("PUT", path, #"{"wearer":99}"#, token: ada).status == 404)

        let given = try await fixture.ask("PUT", path, #"{"wearer":"ada"}"#, token: ada)
        #expect(given.status == 200 && given.object.object("before")["name"] as? String == "ben", "\(given)")
        #expect(try await nights(ben).count == 1)
        #expect(try await nights(ada).count > before.count)
        let decided = try await fixture.ask("GET", "/api/v1/imports/contested", token: ada).object
        #expect(decided.objects("contested").isEmpty && !decided.isEmpty)
        let settled = try await fixture.ask("GET", "/api/v1/alerts", token: ada).object.objects("alerts")
        #expect(settled.count == 1 && settled[0]["resolved_s"] is Double, "\(settled)")

        let back = try await fixture.ask("PUT", path, #"{"wearer":"ben"}"#, token: ada)
        #expect(back.status == 200 && back.object["before"] is NSNull, "\(back)")
        #expect(try await nights(ada) == before)
        #expect(try await nights(ben) == own)
    }

    @Test("keeps the name of a recorder that is known from contested files alone, when one is given to nobody")
    func identity() async throws {
        let cy = try await fixture.enter("cy", by: ada)
        let status = try await upload(Self.log(0..<3), as: "bens.txt", by: ben)
        let number = try #require(status["recording"] as? Int, "\(status)")
        _ = try await upload(Self.log(1..<4), as: "cys.txt", by: cy)
        let path = "/api/v1/imports/recording-\(number)/wearer"
        #expect(try await fixture.ask("PUT", path, #"{"wearer":null}"#, token: ada).status == 200)
        let devices = try fixture.gateway.store.devices()
        #expect(
            Set(devices.map(\.identity)).count == 1 && devices.allSatisfy { $0.identity.serial == "4711" }, "\(devices)"
        )
    }

    @Test("counts what a file says of its time for nothing: not the past, not the future, not the live rows of another")
    func liveRows() async throws {
        let noon = Instant(nanoseconds: 1_696_420_800_000_000_000)
        let device = DeviceID(rawValue: Self.recorder)
        let epochs = (0..<60).map {
            Epoch(start: noon.advanced(bySeconds: Double($0) * 60), seconds: 60, heart: .init(beats: 60, rate: 60))
        }
        fixture.gateway.store.append(epochs, device: device)
        try await fixture.gateway.store.flush()
        _ = try await upload(Self.log(3..<4), as: "day.txt", by: ben)
        let end = noon.advanced(bySeconds: 3600)
        #expect(try fixture.gateway.store.epochs(of: device, seconds: 60, from: noon, to: end) == epochs)
        #expect(try fixture.gateway.contests().map { $0.others.map(\.recording) } == [[nil]])
    }

    @Test("gives who set the box up what is nobody's, whatever becomes of roles")
    func roles() async throws {
        _ = try await upload(Self.log(0..<3), as: "week.txt", by: ada)
        let before = try await nights(ada)
        let role = { (person: Int, role: String) in
            try await fixture.ask("PATCH", "/api/v1/auth/people/\(person)", #"{"role":"\#(role)"}"#, token: ada).status
        }
        #expect(try await role(2, "admin") == 200)
        #expect(try await nights(ben).count == 1)
        #expect(try await role(1, "patient") == 200)
        #expect(try await nights(ben).count == 1)
        #expect(try await nights(ada) == before)
    }

    @Test("takes a name that two people have for nobody's")
    func sameNames() async throws {
        _ = try await upload(Self.log(0..<3), as: "mine.txt", by: ben)
        let rename = try await fixture.ask("PUT", "/api/v1/auth/me", #"{"display_name":"ADA"}"#, token: ben)
        #expect(rename.status == 200, "\(rename)")
        let path = "/api/v1/imports/recording-1/wearer"
        let given = try await fixture.ask("PUT", path, #"{"wearer":"ada"}"#, token: ada)
        #expect(given.status == 409 && given.body.contains("1 and 2"), "\(given)")
        // Somebody else learns nothing of who there is.
        let cy = try await fixture.enter("cy", by: ada)
        let known = try await fixture.post("/night-recordings", #"{"wearer":"ada"}"#, token: cy)
        let unknown = try await fixture.post("/night-recordings", #"{"wearer":"nobody"}"#, token: cy)
        #expect(known.status == 404 && known.object["detail"] as? String == unknown.object["detail"] as? String)
    }
}
