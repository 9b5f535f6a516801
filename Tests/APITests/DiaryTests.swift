import Analysis
import Foundation
import Gateway
import Signals
import Store
import Testing

@testable import API

@Suite("Sleep diaries")
struct DiaryTests {
    private static let date = "2025-06-18"
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private static func json(_ text: String, _ more: String = "") -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        return #"{"name":"d.csv","text":"\#(lines)"\#(more)}"#
    }

    private static let file =
        "date,lights_out,awake,quality\n2025-06-17,22:30,06:30,4\n2025-06-18,23:00,07:00,2\n2025-06-19,8,9,\n"

    @Test("a file is told first, kept once, changed by another and taken back, each by its number")
    func imports() async throws {
        let fixture = try GatewayFixture()
        let path = "/api/v1/diary/imports"
        let entries = { try await fixture.get("/api/v1/diary").objects("entries") }
        let dry = try await fixture.send("POST", path, Self.json(Self.file, #","dry_run":true"#))
        #expect(dry.status == 200, "\(dry)")
        #expect(try dry.object["added"] as? [String] == ["2025-06-17", "2025-06-18"] && dry.object.isNull("import"))
        #expect(try dry.object.objects("faults").map { $0["line"] as? Int } == [4])
        #expect(try await entries().isEmpty)
        let first = try await fixture.send("POST", path, Self.json(Self.file)).object
        let number = try #require(first["import"] as? Int)
        #expect(first["form"] as? String == "table" && (first["added"] as? [String])?.count == 2)
        let again = try await fixture.send("POST", path, Self.json(Self.file)).object
        #expect(again.isNull("import") && (again["unchanged"] as? [String])?.count == 2)
        // Another file adds to what is known and changes what it says otherwise.
        let naps = "date,awake,naps\n2025-06-18,07:20,13:00-13:30\n"
        let second = try await fixture.send("POST", path, Self.json(naps)).object
        let later = try #require(second["import"] as? Int)
        #expect(second["changed"] as? [String] == ["2025-06-18"])
        var entry = try await entries()[1]
        #expect(
            entry["quality"] as? Int == 2 && entry.objects("naps").count == 1 && entry["source"] as? String == "d.csv")
        // The first one taken back, what the second one says stays until it is taken back, too.
        let back = try await fixture.send("DELETE", "\(path)/\(number)")
        #expect(back.status == 200, "\(back)")
        #expect(try await entries().map { $0["date"] as? String } == ["2025-06-18"])
        #expect(try await fixture.send("DELETE", "\(path)/\(number)").status == 404)
        #expect(try await fixture.send("DELETE", "\(path)/\(later)").status == 200)
        #expect(try await entries().isEmpty)
        _ = try await fixture.send("POST", path, Self.json(Self.file))
        let third = try await fixture.send("POST", path, Self.json(naps)).object["import"] as? Int
        #expect(try await fixture.send("DELETE", "\(path)/\(third ?? 0)").status == 200)
        entry = try await entries()[1]
        #expect(entry.objects("naps").isEmpty && entry["quality"] as? Int == 2)
        #expect(try await fixture.send("DELETE", "/api/v1/diary/2025-06-18").status == 204)
        #expect(try await fixture.send("DELETE", "/api/v1/diary/2025-06-18").status == 404)
        #expect(try await entries().count == 1)
    }

    @Test("a day is written by hand, and refused where it makes no sense")
    func byHand() async throws {
        let fixture = try GatewayFixture()
        let noon = GatewayFixture.noon.secondsSince1970
        let path = "/api/v1/diary/\(Self.date)"
        let wrong = [
            "{}", #"{"awake_s":\#(noon - 30000),"asleep_s":\#(noon - 20000)}"#, #"{"awake_s":\#(noon - 900000)}"#,
            #"{"quality":6}"#, #"{"naps":[{"start_s":\#(noon),"end_s":\#(noon)}]}"#,
            #"{"zone":"Nowhere/Land","quality":3}"#,
        ]
        for json in wrong { #expect((400..<500).contains(try await fixture.send("PUT", path, json).status), "\(json)") }
        let json = #"{"lights_out_s":\#(noon - 45000),"awake_s":\#(noon - 18000),"quality":3,"text":"fine"}"#
        let written = try await fixture.send("PUT", path, json)
        #expect(written.status == 200, "\(written)")
        #expect(try written.object["text"] as? String == "fine" && written.object.isNull("source"))
        #expect(try await fixture.send("PUT", path, #"{"quality":5}"#).object.isNull("text"))
    }

    @Test("a night shows its diary and says that its lights-out is known from there")
    func night() async throws {
        let fixture = try GatewayFixture()
        var night = CrossUserTests.night(of: GatewayFixture.noon, on: Self.date)
        night.scoringMethod = Method("van-hees", version: 1)
        fixture.gateway.store.append([night], device: Self.device)
        try await fixture.gateway.store.flush()
        let before = try await fixture.get("/api/v1/nights/\(Self.date)")
        #expect(before.isNull("diary"))
        let start = try #require(before.object("sleep_period")["start_s"] as? Double)
        let json = #"{"lights_out_s":\#(start - 600),"awake_s":\#(start + 18000)}"#
        #expect(try await fixture.send("PUT", "/api/v1/diary/\(Self.date)", json).status == 200)
        let after = try await fixture.get("/api/v1/nights/\(Self.date)")
        #expect(after.object("lights_out")["source"] as? String == "diary")
        #expect(after.object("lights_out")["at_s"] as? Double == start - 600)
        #expect(after.object("sleep_period")["end_s"] as? Double == start + 18000)
        #expect(after.object("diary")["is_sleep_period"] as? Bool == true)
        #expect(after.object("diary").object("entry")["awake_s"] as? Double == start + 18000)
    }

    @Test("each has a diary of their own: no other sees, changes or takes back anything of it")
    func two() async throws {
        let fixture = try AccountsFixture()
        let ada = try await fixture.enter("ada")
        let ben = try await fixture.enter("ben", by: ada)
        let cy = try await fixture.enter("cy", by: ada)
        let sent = try await fixture.ask("POST", "/api/v1/diary/imports", Self.json(Self.file), token: ben)
        let number = try #require(sent.object["import"] as? Int, "\(sent)")
        let person = try fixture.person("ben")
        for token in [ada, cy] {
            #expect(try await fixture.ask("GET", "/api/v1/diary", token: token).object.objects("entries").isEmpty)
            for (method, path) in [
                ("GET", "diary?person=\(person)"), ("DELETE", "diary/2025-06-17?person=\(person)"),
                ("DELETE", "diary/2025-06-17"), ("DELETE", "diary/imports/\(number)"),
                ("DELETE", "diary/imports/\(number)?person=\(person)"),
            ] {
                #expect(try await fixture.ask(method, "/api/v1/\(path)", token: token).status == 404, "\(path)")
            }
            let put = try await fixture.ask(
                "PUT", "/api/v1/diary/2025-06-17?person=\(person)", #"{"quality":1}"#, token: token)
            #expect(put.status == 404)
        }
        // The same day in two diaries.
        #expect(try await fixture.ask("PUT", "/api/v1/diary/2025-06-17", #"{"quality":1}"#, token: cy).status == 200)
        let own = try await fixture.ask("GET", "/api/v1/diary", token: ben).object.objects("entries")
        #expect(own.map { $0["quality"] as? Int } == [4, 2] && own.first?["author"] as? String == "ben")
    }
}
