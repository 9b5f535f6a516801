import Analysis
import Foundation
import Gateway
import Runtime
import Signals
import Store
import TestKit
import Testing

@Suite("Recordings")
struct RecordingRoutesTests {
    private func bring(_ name: String, _ fixture: GatewayFixture) async throws -> [String: Any] {
        try await fixture.bring(try TestData.bytes("actiwatch/\(name)"), name)
    }

    @Test(
        "of two recorders hide none of each other's nights, and steps keep to the recorder",
        .enabled(if: TestData.isAvailable))
    func beside() async throws {
        let fixture = try GatewayFixture()
        let first = try await bring("example_01.AWD", fixture)
        let alone = try await fixture.get("/api/v1/nights").objects("nights")
        let second = try await bring("example_02.AWD", fixture)
        let (one, two) = (first["device"] as? String ?? "", second["device"] as? String ?? "")
        #expect(one != two && !alone.isEmpty)
        let all = try await fixture.get("/api/v1/nights?all=true").objects("nights")
        let nights = { (device: String) in
            all.filter { $0["device"] as? String == device }.compactMap { $0["date"] as? String }
        }
        #expect(nights(one) == alone.compactMap { $0["date"] as? String })
        #expect(nights(two).count == (second["nights"] as? [String])?.count)
        let own = try await fixture.get("/api/v1/nights?device=\(two)").objects("nights")
        #expect(own.compactMap { $0["date"] as? String } == nights(two))
        // One of each date leads and says how many others there are.
        let preferred = try await fixture.get("/api/v1/nights").objects("nights")
        #expect(preferred.count == Set(nights(one) + nights(two)).count)
        let shared = Set(nights(one)).intersection(nights(two))
        for night in preferred {
            #expect(night["others"] as? Int == (shared.contains(night["date"] as? String ?? "") ? 1 : 0))
        }
        let dates = nights(one).sorted()
        for (date, next) in zip(dates, dates.dropFirst()) {
            let night = try await fixture.get("/api/v1/nights/\(date)?device=\(one)")
            #expect(night["next"] as? String == next, "\(date)")
        }
        // Two people's nights of one date are both in the list.
        let people = try await fixture.send(
            "POST", "/api/v1/devices/\(two)/wearers", #"{"wearer":"Bo"}"#)
        #expect(people.status == 204, "\(people)")
        #expect(try await fixture.get("/api/v1/nights").objects("nights").count == all.count)
        let bo = try await fixture.get("/api/v1/wearers").objects("wearers")[0]["id"] as? Int ?? 0
        let theirs = try await fixture.get("/api/v1/nights?person=\(bo)").objects("nights")
        #expect(
            theirs.compactMap { $0["device"] as? String }.allSatisfy { $0 == two } && theirs.count == nights(two).count)
        let wearings = try await fixture.get("/api/v1/devices/\(two)/wearers").objects("wearings")
        #expect(wearings.count == 1 && wearings[0].object("wearer")["name"] as? String == "Bo")
        #expect(try await fixture.ask("GET", "/api/v1/devices/nothing/wearers").status == 404)
    }

    @Test("are looked at, deleted with their nights, and taken back", .enabled(if: TestData.isAvailable))
    func deleted() async throws {
        let fixture = try GatewayFixture()
        let brought = try await bring("example_01.AWD", fixture)
        let id = brought["recording"] as? Int ?? 0
        let shown = try await fixture.get("/api/v1/recordings/\(id)")
        #expect(shown["name"] as? String == "example_01.AWD" && shown["zone"] as? String == "UTC")
        #expect((shown["channels"] as? [String])?.contains("counts") == true && (shown["samples"] as? Int ?? 0) > 1000)
        let nights = shown["nights"] as? [String] ?? []
        #expect(!nights.isEmpty && nights == brought["nights"] as? [String] && shown["edited_nights"] as? Int == 0)
        let gone = try await fixture.send("DELETE", "/api/v1/recordings/\(id)")
        #expect(try gone.status == 200 && gone.object["state"] as? String == "deleted")
        let (deleted, until) = (
            try gone.object["deleted_s"] as? Double, try gone.object["restorable_until_s"] as? Double
        )
        #expect(try #require(until) - #require(deleted) == 86_400)
        #expect(try await fixture.get("/api/v1/nights").objects("nights").isEmpty)
        #expect(try await fixture.ask("GET", "/api/v1/nights/\(nights[0])").status == 404)
        #expect(try await fixture.ask("GET", "/api/v1/recordings/\(id)/export?format=csv").status == 404)
        #expect(try await fixture.send("DELETE", "/api/v1/recordings/\(id)").status == 404)
        let listed = try await fixture.get("/api/v1/recordings").objects("recordings")
        #expect(listed.map { $0["state"] as? String } == ["deleted"])
        let back = try await fixture.send("POST", "/api/v1/recordings/\(id)/restore")
        #expect(try back.status == 200 && back.object["nights"] as? [String] == nights)
        #expect(try await fixture.get("/api/v1/nights").objects("nights").count == nights.count)
        #expect(try await fixture.send("POST", "/api/v1/recordings/\(id)/restore").status == 404)
        #expect(try await fixture.ask("GET", "/api/v1/recordings/999").status == 404)
    }

    @Test(
        "that were deleted can be imported again, and are gone for good after a day", .enabled(if: TestData.isAvailable)
    )
    func bin() async throws {
        let fixture = try GatewayFixture()
        let id = try await bring("example_01.AWD", fixture)["recording"] as? Int ?? 0
        #expect(try await fixture.send("DELETE", "/api/v1/recordings/\(id)").status == 200)
        let again = try await bring("example_01.AWD", fixture)
        #expect(again["state"] as? String == "complete")
        let refused = try await fixture.send("POST", "/api/v1/recordings/\(id)/restore")
        #expect(refused.status == 409)
        let store = fixture.gateway.store
        try await store.emptyBin(at: fixture.gateway.configuration.clock.now)
        #expect(try store.recordings().count == 2)
        try await store.emptyBin(at: fixture.gateway.configuration.clock.now.advanced(bySeconds: 86_401))
        #expect(try store.recordings().map { Int($0.id.rawValue) } == [again["recording"] as? Int])
        #expect(
            try await fixture.get("/api/v1/nights").objects("nights").count == (again["nights"] as? [String])?.count)
    }

    private func correct(_ id: Int, _ body: String, _ fixture: GatewayFixture) async throws -> [String: Any] {
        let begun = try await fixture.send("POST", "/api/v1/recordings/\(id)/zone", body)
        #expect(begun.status == 202, "\(begun)")
        let job = try begun.object["id"] as? String ?? ""
        for _ in 0..<3000 {
            let status = try await fixture.get("/api/v1/imports/\(job)")
            if !["receiving", "decoding", "analysing"].contains(status["state"] as? String) { return status }
            try await Task.sleep(for: .milliseconds(10))
        }
        return [:]
    }

    @Test(
        "are read anew by another zone or clock, and what people said of their nights goes along",
        .enabled(if: TestData.isAvailable))
    func zone() async throws {
        let fixture = try GatewayFixture()
        let id = try await bring("example_01.AWD", fixture)["recording"] as? Int ?? 0
        let first = try #require(try await fixture.get("/api/v1/recordings/\(id)")["start_s"] as? Double)
        let date = "1918-01-27"
        let sleep = try await fixture.get("/api/v1/nights/\(date)").object("sleep_period")
        let (start, end) = (try #require(sleep["start_s"] as? Double), try #require(sleep["end_s"] as? Double))
        // Half an hour less at either end, as somebody remembers it; before 1970 by what was said of the first import.
        let device = DeviceID(rawValue: try await fixture.get("/api/v1/recordings/\(id)")["device"] as? String ?? "")
        let asleep = try #require(Instant(secondsSince1970: start + 1800))
        let said = asleep..<(try #require(Instant(secondsSince1970: end - 1800)))
        try await fixture.gateway.edit(
            CivilDate(date), device: device, bounds: NightBounds(sleepPeriod: said, lightsOut: nil))
        let note = try await fixture.send(
            "POST", "/api/v1/nights/\(date)/notes", #"{"text":"slept at a friend's","tags":["travel"]}"#)
        #expect(note.status == 200, "\(note)")
        let bytes = try await fixture.get("/api/v1/recordings/\(id)")["bytes"] as? Int

        let done = try await correct(id, #"{"zone":"America/Chicago"}"#, fixture)
        #expect(done["state"] as? String == "complete" && done["recording"] as? Int == id, "\(done)")
        let moved = try await fixture.get("/api/v1/recordings/\(id)")
        #expect(moved["start_s"] as? Double == first + 21_600 && moved["zone"] as? String == "America/Chicago")
        #expect(moved["bytes"] as? Int == bytes && moved["edited_nights"] as? Int == 1)
        #expect(try await fixture.get("/api/v1/recordings").objects("recordings").count == 1)
        let night = try await fixture.get("/api/v1/nights/\(date)")
        #expect(night["zone"] as? String == "America/Chicago" && !night.isNull("edited_s"))
        #expect(night.object("sleep_period")["start_s"] as? Double == start + 1800 + 21_600)

        #expect(night.objects("notes").count == 1 && night["tags"] as? [String] == ["travel"])
        // A day on it is another night, and what was said is said of that one.
        let later = try await correct(id, #"{"shift_s":86400}"#, fixture)
        #expect(later["state"] as? String == "complete", "\(later)")
        let next = try await fixture.get("/api/v1/nights/1918-01-28")
        #expect(next.objects("notes").count == 1 && next["tags"] as? [String] == ["travel"])
        #expect(try await fixture.get("/api/v1/nights/\(date)").objects("notes").isEmpty)

        let shifted = try await correct(id, #"{"shift_s":-7200}"#, fixture)
        #expect(shifted["state"] as? String == "complete", "\(shifted)")
        let corrected = try await fixture.get("/api/v1/recordings/\(id)")
        #expect(corrected["start_s"] as? Double == first + 14_400 && corrected["shift_s"] as? Double == -7200)
        #expect(corrected["zone"] as? String == "America/Chicago")
        let last = try await fixture.get("/api/v1/nights/\(date)")
        #expect(last.object("sleep_period")["start_s"] as? Double == start + 1800 + 14_400)
        // Scored again it is the same: the correction is kept with the recording.
        let again = try await fixture.send("POST", "/api/v1/nights/\(date)/rescore")
        #expect(try again.object.objects("nights").map { $0["outcome"] as? String } == ["identical"], "\(again)")

        #expect(try await fixture.send("POST", "/api/v1/recordings/\(id)/zone", "{}").status == 422)
        #expect(
            try await fixture.send("POST", "/api/v1/recordings/\(id)/zone", #"{"zone":"Mars/Olympus"}"#).status == 400)
        #expect(try await fixture.send("POST", "/api/v1/recordings/99/zone", #"{"zone":"UTC"}"#).status == 404)
    }
}
