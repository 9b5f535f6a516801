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
}
