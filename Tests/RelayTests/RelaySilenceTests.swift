import Glibc
import Runtime
import Testing

@testable import Relay

@Suite("A side of the relay that says nothing")
struct RelaySilenceTests {
    private typealias Action = RelayHubStateMachine.Action

    /// A hub with a phone at link 1 and a watch in front at link 2.
    private func pair() -> RelayHubStateMachine {
        var hub = RelayHubStateMachine()
        for (link, role) in [(1, RelayRole.phone), (2, .watch)] {
            var hello = RelayHello(role: role, session: RelayID.random())
            hello.watch = role == .watch ? "local" : nil
            hub.opened(link)
            _ = hub.received(.hello(hello), from: link, now: 1e9, uptime: 100)
        }
        return hub
    }

    private func isReachable(_ actions: [Action], at link: Int) -> Bool? {
        actions.compactMap { action -> Bool? in
            guard case .send(link, .status(let status)) = action else { return nil }
            return status.isReachable
        }.last
    }

    private func failures(_ actions: [Action], at link: Int) -> [RelayError.Code] {
        actions.compactMap { action -> RelayError.Code? in
            guard case .send(link, .failure(_?, let code)) = action else { return nil }
            return code
        }
    }

    @Test("is out of reach ten seconds after its last word, and in reach with its next")
    func silence() {
        var hub = pair()
        var told: [(Double, Bool)] = []
        for step in stride(from: 100.0, through: 112, by: 0.5) {
            var actions = hub.advance(to: 1e9 + step, uptime: step)
            // The phone answers, the watch does not.
            if actions.contains(.send(1, .ping)) {
                actions += hub.received(.pong, from: 1, now: 1e9 + step, uptime: step)
            }
            if let isReachable = isReachable(actions, at: 1) { told.append((step, isReachable)) }
        }
        #expect(told.count == 1 && told.first?.1 == false && told.first?.0 == 110)
        #expect(isReachable(hub.received(.pong, from: 2, now: 1e9 + 200, uptime: 200), at: 1) == true)
    }

    @Test("is not taken for silent when it was the hub that was away")
    func hubAway() {
        var hub = pair()
        #expect(hub.advance(to: 1e9, uptime: 104.5).contains(.send(2, .ping)))
        // The machine slept for an hour before any of them could answer.
        let after = hub.advance(to: 1e9, uptime: 3704)
        #expect(isReachable(after, at: 1) == nil && after.contains(.send(2, .ping)))
        #expect(isReachable(hub.received(.pong, from: 2, now: 1e9, uptime: 3705), at: 1) == nil)
    }

    @Test("does not get later what was answered as failed", arguments: [true, false])
    func untaken(wantsReply: Bool) {
        var hub = pair()
        let payload = Array("{}".utf8)
        let message = RelayPacket.message(id: 7, wantsReply: wantsReply, isData: false, until: nil, payload: payload)
        let sent = hub.received(message, from: 1, now: 1e9, uptime: 101)
        #expect(
            sent == [.send(2, .message(id: 1, wantsReply: wantsReply, isData: false, until: 111, payload: payload))])
        #expect(failures(hub.advance(to: 1e9, uptime: 111.9), at: 1).isEmpty)
        #expect(failures(hub.advance(to: 1e9, uptime: 112.2), at: 1) == [.notReachable])
        // One that was taken is left to its receiver.
        _ = hub.received(.pong, from: 2, now: 1e9, uptime: 113)
        _ = hub.received(message, from: 1, now: 1e9, uptime: 113)
        _ = hub.received(.taken(id: 2), from: 2, now: 1e9, uptime: 114)
        #expect(failures(hub.advance(to: 1e9, uptime: 130), at: 1).isEmpty)
        let refused = hub.received(.failure(id: 2, code: .deliveryFailed), from: 2, now: 1e9, uptime: 130)
        #expect(failures(refused, at: 1) == [.deliveryFailed])
    }

    @Test("is told of a message that waited in a connection that ended")
    func ended() {
        var hub = pair()
        let message = RelayPacket.message(
            id: 7, wantsReply: false, isData: false, until: nil, payload: Array("{}".utf8))
        _ = hub.received(message, from: 1, now: 1e9, uptime: 101)
        #expect(failures(hub.closed(2), at: 1) == [.notReachable])
    }

    @Test("gives its place to the watch that is in front after five seconds")
    func otherWatch() {
        var hub = pair()
        var hello = RelayHello(role: .watch, session: RelayID.random())
        hello.watch = "other"
        hub.opened(3)
        _ = hub.received(.hello(hello), from: 3, now: 1e9, uptime: 101)
        _ = hub.received(.activate, from: 1, now: 1e9, uptime: 101)
        #expect(hub.active == "other")
        _ = hub.closed(3)
        _ = hub.advance(to: 1e9, uptime: 102)
        _ = hub.advance(to: 1e9, uptime: 106)
        #expect(hub.active == "other")
        _ = hub.advance(to: 1e9, uptime: 107.1)
        #expect(hub.active == "local")
    }
}
