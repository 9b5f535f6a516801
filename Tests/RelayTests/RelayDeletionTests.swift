import Foundation
import Glibc
import Runtime
import Signals
import Synchronization
import Testing

@testable import Relay

@Suite("Relay messages of bytes, and sides that leave")
struct RelayDeletionTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("takes bytes both ways")
    func data() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let phone = try session(.phone, eventLog)
        let watch = try session(.watch, RelayEventLog())
        #expect(try await eventually { watch.isReachable && phone.isReachable })
        #expect(try await watch.sendMessageData([1, 10, 0, 255]) == [255, 0, 10, 1])
        watch.sendMessageData([7, 10], replyHandler: nil)
        #expect(try await eventually { eventLog.all.contains("data [7, 10]") })
        await #expect(throws: RelayError(.payloadTooLarge)) {
            try await watch.sendMessageData([UInt8](repeating: 0, count: 65_537))
        }
    }

    @Test("fails an open message when the other side leaves, and when the session ends")
    func otherLeaves() async throws {
        try bench.hub()
        let asked = Mutex(0)
        let phoneDiary = RelayEventLog { _, _ in asked.withLock { $0 += 1 } }
        let phone = try session(.phone, phoneDiary)
        let eventLog = RelayEventLog()
        let watch = try session(.watch, eventLog)
        #expect(try await eventually { watch.isReachable })
        let first = Task { try await watch.sendMessage([:]) }
        #expect(try await eventually { asked.withLock { $0 } == 1 })
        phone.invalidate()
        await #expect(throws: RelayError(.messageReplyFailed)) { try await first.value }
        let again = try session(.phone, phoneDiary)
        #expect(try await eventually { watch.isReachable })
        let second = Task { try await watch.sendMessage([:]) }
        #expect(try await eventually { asked.withLock { $0 } == 2 })
        watch.invalidate()
        await #expect(throws: RelayError(.sessionInactive)) { try await second.value }
        again.invalidate()
    }

    @Test("fails at once what is asked of a session whose thread has ended, also when nobody ended the session")
    func threadless() throws {
        let eventLog = RelayEventLog()
        let storage = try RelaySessionStorage(
            hello: RelayHello(role: .watch, session: RelayID.random()), path: path, replyTimeout: .seconds(60))
        storage.state.withLock { state in
            state.delegate = eventLog
            (state.machine.activation, state.machine.link) = (.activated, .up)
            (state.machine.status.isPaired, state.machine.status.isInstalled) = (true, true)
            state.machine.status.isReachable = true
        }
        let errors = Mutex<[RelayError]>([])
        let note: @Sendable (RelayError) -> Void = { error in errors.withLock { $0.append(error) } }
        storage.send([], isData: false, invalid: nil, reply: { _ in }, failure: note)
        try RelaySessionLoop(storage, Reactor(waker: storage.waker)).finish()
        #expect(errors.withLock { $0 } == [RelayError(.sessionInactive)])
        #expect(storage.state.withLock(\.standingError) == RelayError(.sessionInactive))
        #expect(throws: RelayError(.sessionInactive)) { try storage.update(["n": 1]) }
        storage.send([], isData: false, invalid: nil, reply: { _ in }, failure: note)
        #expect(storage.state.withLock(\.handlers).isEmpty)
    }
}
