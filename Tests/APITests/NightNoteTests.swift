import Analysis
import Foundation
import Gateway
import Signals
import Store
import Testing

@testable import API

@Suite("What people say of nights")
struct NightNoteTests {
    private static let date = "2025-06-18"
    private static let one = DeviceID(rawValue: "nightjar-synthetic-3")
    private static let two = DeviceID(rawValue: "nightjar-synthetic-4")
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        var night = CrossUserTests.night(of: GatewayFixture.noon, on: Self.date)
        night.scoringMethod = Method("van-hees", version: 1)
        for device in [Self.one, Self.two] { fixture.gateway.store.append([night], device: device) }
        try await fixture.gateway.store.flush()
    }

    private func night(_ device: DeviceID) async throws -> [String: Any] {
        try await fixture.get("/api/v1/nights/\(Self.date)?device=\(device.rawValue)")
    }

    @Test("a note keeps its number when it is changed, what it said before is told, and a tag finds the night")
    func notes() async throws {
        let path = "/api/v1/nights/\(Self.date)/notes"
        let query = "?device=\(Self.one.rawValue)"
        let added = try await fixture.send("POST", path + query, #"{"text":"two glasses","tags":["Wine"]}"#)
        #expect(added.status == 200, "\(added)")
        let number = try #require(try added.object.objects("notes").first?["id"] as? Int)
        #expect(try added.object["tags"] as? [String] == ["wine"])
        let changed = try await fixture.send("PUT", "\(path)/\(number)\(query)", #"{"text":"three glasses"}"#)
        #expect(try changed.object.objects("notes").map { $0["text"] as? String } == ["three glasses"])
        #expect(try changed.object.objects("notes").map { $0["id"] as? Int } == [number])
        #expect(try changed.object.objects("earlier").map { $0["text"] as? String } == ["two glasses"])
        #expect(try await night(Self.one).objects("notes").count == 1)
        #expect(try await night(Self.two).objects("notes").isEmpty)
        // Another device's night has no such note.
        let other = try await fixture.send("PUT", "\(path)/\(number)?device=\(Self.two.rawValue)", #"{"text":"no"}"#)
        #expect(other.status == 404)
        let tagged = try await fixture.get("/api/v1/nights?tag=wine").objects("nights")
        #expect(tagged.map { $0["device"] as? String } == [Self.one.rawValue])
        #expect(try await fixture.get("/api/v1/nights?tag=beer").objects("nights").isEmpty)
        #expect(try await fixture.send("DELETE", "\(path)/\(number)\(query)").status == 200)
        #expect(try await night(Self.one).objects("notes").isEmpty)
        #expect(
            try await fixture.send("POST", "/api/v1/nights/\(Self.date)/tags" + query, #"{"add":["a b"]}"#).status
                == 422)
    }

    @Test("the night that a person chooses is shown by the list and the date, until that is taken back")
    func preferred() async throws {
        let rule = try await fixture.get("/api/v1/nights/\(Self.date)")
        let shown = try #require(rule["preferred_device"] as? String)
        #expect(rule["preferred_by"] as? String == "rule" && rule["preference_reason"] is String)
        let other = shown == Self.one.rawValue ? Self.two : Self.one
        let path = "/api/v1/nights/\(Self.date)/preferred"
        #expect(try await fixture.send("PUT", "\(path)?device=\(other.rawValue)").status == 204)
        let chosen = try await fixture.get("/api/v1/nights/\(Self.date)")
        #expect(chosen.object("device")["id"] as? String == other.rawValue)
        #expect(chosen["preferred_by"] as? String == "person")
        let listed = try await fixture.get("/api/v1/nights").objects("nights")
        #expect(listed.map { $0["device"] as? String } == [other.rawValue])
        #expect(listed.first?["preferred_by"] as? String == "person" && listed.first?["others"] as? Int == 1)
        #expect(try await fixture.send("DELETE", path).status == 204)
        #expect(try await fixture.get("/api/v1/nights").objects("nights")[0]["device"] as? String == shown)
    }

    @Test("lights-out alone leaves the sleep as it was found and is told as a person's, with its history")
    func lightsOut() async throws {
        let before = try await night(Self.one)
        let start = try #require(before.object("sleep_period")["start_s"] as? Double)
        let path = "/api/v1/nights/\(Self.date)/edit?device=\(Self.one.rawValue)"
        let said = try await fixture.send("POST", path, #"{"lights_out_s":\#(start - 1200)}"#)
        #expect(said.status == 204, "\(said)")
        let after = try await night(Self.one)
        #expect(after.object("sleep_period")["start_s"] as? Double == start)
        #expect(after.object("lights_out")["source"] as? String == "person")
        #expect(after.object("lights_out")["at_s"] as? Double == start - 1200)
        #expect(try await fixture.send("POST", path, #"{"lights_out_s":\#(start + 86400)}"#).status != 204)
        #expect(try await fixture.ask("DELETE", path).status == 204)
        let versions = try await fixture.get("/api/v1/nights/\(Self.date)/versions?device=\(Self.one.rawValue)")
        let edits = versions.objects("edits")
        #expect(edits.count == 1 && edits[0]["until_s"] is Double && edits[0].isNull("sleep_start_s"))
        #expect(try await night(Self.one).isNull("edited_s"))
    }
}
