import Documents
import Foundation
import Gateway
import Signals
import Store
import Testing

@Suite("Routes of nights being recorded")
struct NightRecordingRoutesTests {
    @Test("begins and ends a night by word")
    func button() async throws {
        let fixture = try GatewayFixture()
        let begun = try await fixture.send("POST", "/api/v1/night-recordings", "{}")
        #expect(begun.status == 201)
        let recording = try begun.object
        #expect(recording["devices"] as? [String] == ["nightjar-synthetic-3"] && recording.isNull("ended_s"))
        #expect(recording["start_cause"] as? String == "button")
        let number = try #require(recording["id"] as? Int)
        let again = try await fixture.send("POST", "/api/v1/night-recordings", "{}")
        #expect(again.status == 409 && again.body.contains("already"))
        let ended = try await fixture.ask("POST", "/api/v1/night-recordings/\(number)/stop").object
        #expect(ended["ended_s"] is Double && ended["end_cause"] as? String == "button")
        let listed = try await fixture.get("/api/v1/night-recordings").objects("recordings")
        #expect(listed.count == 1 && listed[0]["ended_s"] is Double)
    }

    @Test("keeps a schedule in times of day, and changes only what is named")
    func schedule() async throws {
        let fixture = try GatewayFixture()
        let added = try await fixture.send("POST", "/api/v1/night-schedules", #"{"from": "23:05", "days": [5, 6]}"#)
        #expect(added.status == 201)
        let number = try #require(try added.object["id"] as? Int)
        let path = "/api/v1/night-schedules/\(number)"
        #expect(try await fixture.send("PUT", path, #"{"to": "08:00", "trigger": "wear"}"#).status == 200)
        let kept = try #require(try await fixture.get("/api/v1/night-schedules").objects("schedules").first)
        #expect(kept["from"] as? String == "23:05" && kept["to"] as? String == "08:00")
        #expect(
            kept["days"] as? [Int] == [5, 6] && kept["trigger"] as? String == "wear" && kept["on"] as? Bool == true)
        #expect(try await fixture.ask("DELETE", path).status == 204)
        #expect(try await fixture.get("/api/v1/night-schedules").objects("schedules").isEmpty)
    }

    @Test("lets nobody but the first owner schedule nights of nobody, which are the first owner's")
    func nobody() async throws {
        let (fixture, ada, ben) = try await AccountsFixture.ofTwo()
        let refused = try await fixture.post("/night-schedules", #"{"wearer": null}"#, token: ben)
        #expect(refused.status == 404)
        let own = try await fixture.post("/night-schedules", "{}", token: ben)
        #expect(own.status == 201)
        let number = try #require(own.object["id"] as? Int)
        let moved = try await fixture.ask(
            "PUT", "/api/v1/night-schedules/\(number)", #"{"wearer": null}"#, token: ben)
        #expect(moved.status == 404)
        #expect(try await fixture.post("/night-schedules", #"{"wearer": null}"#, token: ada).status == 201)
        let kept = try fixture.gateway.recorder.schedules().map(\.person?.rawValue)
        #expect(kept == [try fixture.person("ben"), nil])
    }

    @Test("keeps both of two changes that were made from the same schedule")
    func together() throws {
        let fixture = try GatewayFixture()
        let recorder = fixture.gateway.recorder
        let added = try recorder.add(NightSchedule(person: nil, from: 1320, to: 420, zone: "UTC"))
        _ = try recorder.change(added.id) { schedule in
            var schedule = schedule
            schedule.from = 1300
            return schedule
        }
        let second = try recorder.change(added.id) { schedule in
            var schedule = schedule
            schedule.to = 440
            return schedule
        }
        #expect(second.from == 1300 && second.to == 440)
        #expect(try recorder.schedules().map(\.from) == [1300])
    }

    @Test("refuses times, days and triggers that are none")
    func refused() async throws {
        let fixture = try GatewayFixture()
        for body in Self.nonsense {
            let answer = try await fixture.send("POST", "/api/v1/night-schedules", body)
            #expect((400..<500).contains(answer.status), "\(body)")
        }
        #expect(try await fixture.get("/api/v1/night-schedules").objects("schedules").isEmpty)
    }

    private static let nonsense = [
        #"{"from": "24:00"}"#, #"{"from": "9:00"}"#, #"{"to": "07:60"}"#, #"{"to": 7}"#, #"{"days": []}"#,
        #"{"days": [0]}"#, #"{"days": [8]}"#, #"{"days": [1.5]}"#, #"{"trigger": "moon"}"#,
        #"{"zone": "Mars/Base"}"#,
    ]

    @Test("tells whether the night can be recorded")
    func readiness() async throws {
        let fixture = try GatewayFixture()
        let readiness = try await fixture.get("/api/v1/night-recordings/readiness")
        #expect(readiness["free_bytes"] is Double && readiness["warnings"] is [Any])
        #expect(readiness.names == ["hours", "bytes", "free_bytes", "devices", "warnings"])
    }
}
