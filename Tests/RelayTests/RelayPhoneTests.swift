import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

@Suite("What the phone tells the wrist")
struct RelayPhoneTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("shows the load on the watch and answers its question")
    func phone() async throws {
        try bench.hub()
        let value = Mutex<Estimate>(Estimate(unknown: "no beats yet", method: Method("rmssd")))
        let phone = try RelayPhone(
            path: path, interval: .milliseconds(100), sources: .init(variability: { value.withLock { $0 } }))
        defer { phone.stop() }
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.session.isReachable })
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["reason": "no beats yet"])
        value.withLock { $0 = Estimate(41.5, method: Method("rmssd")) }
        #expect(try await watch.sendMessage(["request": "hrv"]) == ["hrv": 41.5])
        #expect(try await watch.sendMessage(["request": "tea"])["error"] != nil)
        let time = Instant(nanoseconds: 1_700_000_000_500_000_000)
        for load in [0.1, 0.2, 0.75] {
            phone.show(WatchReading(time: time, cognitiveLoad: load, state: "optimal", confidence: 0.5, heartRate: 80))
        }
        #expect(try await eventually { watch.receivedApplicationContext["cognitiveLoad"] == 0.75 })
        let reading = try #require(WatchReading(context: watch.receivedApplicationContext))
        #expect(reading.time == time && reading.state == "optimal" && reading.heartRate == 80 && !reading.isSynthetic)
        #expect(try await eventually { eventLog.all.contains { $0.hasPrefix(#"message {"cognitiveLoad":0.75"#) } })
        #expect(!eventLog.all.contains { $0.contains("0.2") })
    }

    @Test("shakes the wrist once on overload, by a message that wants a reply")
    func overload() async throws {
        try bench.hub()
        let phone = try RelayPhone(path: path, sources: .init(variability: Self.noVariability))
        defer { phone.stop() }
        let asked = Mutex<[RelayPayload]>([])
        let eventLog = RelayEventLog { message, reply in
            asked.withLock { $0.append(message) }
            reply(["ok": true])
        }
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.session.isReachable })
        for second in [0, 30, 60, 400] { phone.show(Self.reading(load: 0.8, state: "overload", second)) }
        #expect(try await eventually { asked.withLock { $0.count } == 1 })
        let event = try #require(asked.withLock { $0.first })
        #expect(event["haptic"] == "overload" && event["cognitiveLoad"] == 0.8)
        #expect(event["breathing"] == ["pattern": "4-6", "seconds": 60])
        // It left overload and came back after five minutes.
        phone.show(Self.reading(load: 0.5, state: "optimal", 410))
        phone.show(Self.reading(load: 0.8, state: "overload", 440))
        #expect(try await eventually { asked.withLock { $0.count } == 2 })
        #expect(asked.withLock { $0[0]["id"] != $0[1]["id"] })
        #expect(!eventLog.all.contains { $0.hasPrefix("info") })
    }

    @Test("leaves an overload as a user info for a watch that is away or deaf", arguments: [true, false])
    func overloadLate(isAway: Bool) async throws {
        try bench.hub()
        let phone = try RelayPhone(
            path: path, sources: .init(variability: Self.noVariability, mayBreathe: { false }))
        defer { phone.stop() }
        let eventLog = RelayEventLog.deaf()
        let watch = try session(.watch, eventLog)
        watch.isForeground = !isAway
        #expect(try await eventually { phone.session.isPaired && phone.session.isReachable == !isAway })
        phone.show(Self.reading(load: 0.8, state: "overload", 0))
        #expect(try await eventually { eventLog.all.contains { $0.hasPrefix("info") && $0.contains("overload") } })
        // Where no exercise may begin, none is offered.
        #expect(!eventLog.all.contains { $0.hasPrefix("info") && $0.contains("breathing") })
    }

    @Test("forgets an overload that found no wrist within 120 s")
    func overloadExpires() async throws {
        try bench.hub()
        try await bench.visit(.watch)
        let phone = try RelayPhone(path: path, sources: .init(variability: Self.noVariability))
        defer { phone.stop() }
        #expect(try await eventually { phone.session.isPaired })
        phone.show(Self.reading(load: 0.8, state: "overload", 0))
        #expect(try await eventually { phone.session.outstandingUserInfoTransfers.count == 1 })
        let answer = try await phone.session.ask(["what": "outstanding"])
        let row = answer.object?["transfers"]?.list.first?.object
        let lifetime = try #require(row?["expires"]?.number) - (row?["created"]?.number ?? 0)
        #expect(abs(lifetime - 120) < 2)
    }

    private static let noVariability: @Sendable () -> Estimate = {
        Estimate(unknown: "no beats", method: Method("sdnn"))
    }

    private static func reading(load: Double, state: String, _ second: Int) -> WatchReading {
        let time = Instant(nanoseconds: 1_700_000_000_000_000_000).advanced(bySeconds: Double(second))
        return WatchReading(time: time, cognitiveLoad: load, state: state, confidence: 0.8)
    }
}

extension JSONValue {
    fileprivate var list: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
