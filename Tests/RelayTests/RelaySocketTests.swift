import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

@Suite("Relay over a socket")
struct RelaySocketTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("brings the latest context to a side that comes later, once, and knows it after a restart")
    func contextBeforeConnect() async throws {
        let hub = try bench.hub()
        let eventLog = RelayEventLog()
        let first = try session(.watch, eventLog)
        #expect(try await eventually { hub.connected == [.watch] })
        first.invalidate()
        let phone = try session(.phone, RelayEventLog())
        #expect(try await eventually { phone.activationState == .activated })
        for number in 1...3 { try phone.updateApplicationContext(["n": .number(Double(number))]) }
        var watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.receivedApplicationContext == ["n": 3] })
        try phone.updateApplicationContext(["n": 3])
        try phone.updateApplicationContext(["n": 4])
        #expect(try await eventually { eventLog.all.contains(#"context {"n":4}"#) && !watch.hasContentPending })
        #expect(phone.applicationContext == ["n": 4])
        watch.invalidate()
        watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.receivedApplicationContext == ["n": 4] })
        #expect(
            eventLog.all.count { $0 == #"context {"n":4}"# } == 1
                && eventLog.all.count { $0 == #"context {"n":3}"# } == 1)
    }

    @Test("takes messages both ways, in order, each with its own reply")
    func messages() async throws {
        try bench.hub()
        let phoneDiary = RelayEventLog { message, reply in
            reply(["echo": message["n"] ?? 0])
            reply(["echo": "twice"])
        }
        let phone = try session(.phone, phoneDiary)
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        for number in 0..<50 {
            #expect(try await watch.sendMessage(["n": .number(Double(number))]) == ["echo": .number(Double(number))])
        }
        for number in 0..<50 { phone.sendMessage(["n": .number(Double(number))], replyHandler: nil) }
        #expect(try await eventually { eventLog.all.count { $0.hasPrefix("message") } == 50 })
        let messages = eventLog.all.filter { $0.hasPrefix("message") }
        #expect(messages == (0..<50).map { "message {\"n\":\($0)}" })
    }

    @Test("fails with the known numbers in their order: 7003, 7004, 7018, 7010, 7009, 7007, 7014, 7012")
    func errors() async throws {
        try bench.hub()
        let wrong: RelayPayload = ["x": nil, "y": .string(String(repeating: "x", count: 65_536))]
        let large: RelayPayload = ["x": .string(String(repeating: "x", count: 65_536))]
        func fails(_ session: RelaySession, _ message: RelayPayload, _ code: RelayError.Code) async {
            await #expect(throws: RelayError(code)) { try await session.sendMessage(message) }
        }
        let lonely = try RelaySession(role: .watch, path: path)
        await fails(lonely, wrong, .missingDelegate)
        lonely.activate()
        #expect(lonely.activationState == .notActivated)
        let watchDiary = RelayEventLog.deaf()
        lonely.delegate = watchDiary
        await fails(lonely, wrong, .notActivated)
        #expect(throws: RelayError(.notActivated)) { try lonely.updateApplicationContext(wrong) }
        let watch = try session(.watch, watchDiary)
        #expect(try await eventually { watch.activationState == .activated })
        await fails(watch, wrong, .companionAppNotInstalled)
        let deaf = RelayEventLog.deaf()
        let phone = try session(.phone, deaf)
        #expect(try await eventually { watch.isReachable && watch.isCompanionAppInstalled })
        await fails(watch, [:], .deliveryFailed)
        await #expect(throws: RelayError(.deliveryFailed)) { try await watch.sendMessageData([1]) }
        phone.invalidate()
        #expect(try await eventually { !watch.isReachable })
        await fails(watch, wrong, .payloadUnsupportedTypes)
        await fails(watch, large, .payloadTooLarge)
        await fails(watch, [:], .notReachable)
        #expect(throws: RelayError(.payloadUnsupportedTypes)) { try watch.updateApplicationContext(wrong) }
        try watch.updateApplicationContext(large)
        let larger = RelayValue.string(String(repeating: "x", count: 262_144))
        #expect(throws: RelayError(.payloadTooLarge)) { try watch.updateApplicationContext(["x": larger]) }
        let silent = try session(.phone, RelayEventLog())
        let hurried = try session(.watch, watchDiary, timeout: .milliseconds(50))
        #expect(try await eventually { hurried.isReachable })
        await fails(hurried, [:], .messageReplyTimedOut)
        await fails(watch, [:], .sessionInactive)
        silent.invalidate()
    }

    @Test("tells a sender without a reply handler that its message was not taken")
    func refusedPlain() async throws {
        try bench.hub()
        let (deaf, eventLog) = (RelayEventLog.deaf(), RelayEventLog.deaf())
        let phone = try session(.phone, deaf)
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        watch.sendMessage(["a": 1], replyHandler: nil, errorHandler: { eventLog.write("failed \($0.code.rawValue)") })
        #expect(try await eventually { eventLog.all.contains("failed 7014") })
    }

    @Test("finds a hub that was stopped and started again")
    func hubRestarts() async throws {
        let first = try RelayHub(path: path)
        let phoneDiary = RelayEventLog { _, reply in reply(["ok": true]) }
        let phone = try session(.phone, phoneDiary)
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        try phone.updateApplicationContext(["n": 1])
        first.stop()
        #expect(try await eventually { !watch.isReachable && !phone.isReachable })
        let second = try RelayHub(path: path)
        defer { second.stop() }
        #expect(try await eventually { watch.isReachable })
        #expect(try await watch.sendMessage([:]) == ["ok": true])
        #expect(try await eventually { eventLog.all.contains(#"context {"n":1}"#) })
        #expect(eventLog.all.count { $0.hasPrefix("context") } == 1)
    }

    @Test("gives a side to the newest program, and back when the older one asks")
    func newestWins() async throws {
        let hub = try bench.hub()
        let (oldDiary, newDiary) = (RelayEventLog(), RelayEventLog())
        let old = try session(.watch, oldDiary)
        #expect(try await eventually { hub.connected == [.watch] && oldDiary.all == ["activated 2 0"] })
        let new = try session(.watch, newDiary)
        #expect(try await eventually { old.activationState == .inactive && new.activationState == .activated })
        old.activate()
        #expect(
            try await eventually {
                new.activationState == .inactive && oldDiary.all.count { $0 == "activated 2 0" } == 2
            }, "\(old.activationState) \(new.activationState) \(oldDiary.all) \(newDiary.all)")
    }

    @Test("tells a program in the middle of a word that another one has its place, and it does not come back")
    func displacedWhileTalking() async throws {
        try bench.hub()
        try await bench.visit(.phone)
        for _ in 0..<20 {
            let eventLog = RelayEventLog()
            let old = try session(.watch, eventLog)
            #expect(try await eventually { old.activationState == .activated })
            let new = try session(.watch, RelayEventLog())
            let talking = ContinuousClock.now
            while old.activationState == .activated, talking.duration(to: .now) < .seconds(2) {
                try? old.updateApplicationContext(["n": .number(.random(in: 0..<1))])
            }
            #expect(try await eventually { old.activationState == .inactive && new.activationState == .activated })
            #expect(eventLog.all.count { $0 == "activated 2 0" } == 1)
            old.invalidate()
            new.invalidate()
        }
    }
}
