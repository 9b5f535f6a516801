import Runtime
import Testing

@testable import Relay

@Suite("Relay hub machine")
struct RelayHubStateMachineTests {
    /// A hub with a phone on link 1 and a watch on link 2.
    private func pair() -> RelayHubStateMachine {
        var hub = RelayHubStateMachine()
        hub.opened(1)
        hub.opened(2)
        _ = hub.received(.hello(.phone), from: 1)
        _ = hub.received(.hello(.watch), from: 2)
        return hub
    }

    @Test("tells each side when the other comes and leaves")
    func reachability() {
        var hub = RelayHubStateMachine()
        hub.opened(1)
        #expect(hub.received(.hello(.phone), from: 1) == [.send(1, .welcome(isReachable: false, context: nil))])
        hub.opened(2)
        #expect(
            hub.received(.hello(.watch), from: 2)
                == [.send(1, .reachability(true)), .send(2, .welcome(isReachable: true, context: nil))])
        #expect(hub.closed(1) == [.send(2, .reachability(false))])
        #expect(hub.connected == [.watch])
    }

    @Test("keeps the latest context for a side that is away, and sends none twice")
    func context() {
        var hub = RelayHubStateMachine()
        hub.opened(1)
        _ = hub.received(.hello(.phone), from: 1)
        #expect(hub.received(.context(["n": 1]), from: 1) == [])
        #expect(hub.received(.context(["n": 2]), from: 1) == [])
        hub.opened(2)
        #expect(hub.received(.hello(.watch), from: 2).last == .send(2, .welcome(isReachable: true, context: ["n": 2])))
        #expect(hub.received(.context(["n": 2]), from: 1) == [])
        #expect(hub.received(.context(["n": 3]), from: 1) == [.send(2, .context(["n": 3]))])
    }

    @Test("takes a message there and its first reply back, no other")
    func message() {
        var hub = pair()
        let message = RelayPacket.message(id: 5, wantsReply: true, payload: ["q": 1])
        #expect(hub.received(message, from: 2) == [.send(1, message)])
        #expect(hub.received(.reply(id: 6, payload: [:]), from: 1) == [])
        #expect(hub.received(.reply(id: 5, payload: [:]), from: 2) == [])
        #expect(hub.received(.reply(id: 5, payload: ["a": 1]), from: 1) == [.send(2, .reply(id: 5, payload: ["a": 1]))])
        #expect(hub.received(.reply(id: 5, payload: ["a": 2]), from: 1) == [])
    }

    @Test("fails a message to nobody, and one whose receiver leaves before it replied")
    func undelivered() {
        var hub = pair()
        _ = hub.received(.message(id: 1, wantsReply: true, payload: [:]), from: 2)
        #expect(
            hub.closed(1) == [.send(2, .failure(id: 1, code: .messageReplyFailed)), .send(2, .reachability(false))])
        #expect(
            hub.received(.message(id: 2, wantsReply: false, payload: [:]), from: 2)
                == [.send(2, .failure(id: 2, code: .notReachable))])
    }

    @Test("lets the newest program of a side win and tells the one before")
    func replaced() {
        var hub = pair()
        hub.opened(3)
        #expect(
            hub.received(.hello(.watch), from: 3) == [
                .send(2, .failure(id: nil, code: .sessionInactive)), .close(2),
                .send(3, .welcome(isReachable: true, context: nil)),
            ])
        #expect(hub.received(.context(["late": true]), from: 2) == [])
        #expect(hub.closed(2) == [])
        #expect(hub.connected == [.phone, .watch])
    }

    @Test(
        "ends a connection that says what is not its to say",
        arguments: [
            .hello(.watch), .welcome(isReachable: true, context: nil), .reachability(true),
            .failure(id: nil, code: .generic),
        ] as [RelayPacket])
    func misbehaves(packet: RelayPacket) {
        var hub = pair()
        let actions = hub.received(packet, from: 2)
        #expect(actions.contains(.close(2)) && actions.contains(.send(1, .reachability(false))))
        #expect(hub.received(.message(id: 1, wantsReply: false, payload: [:]), from: 2) == [])
    }

    @Test("says nothing to one that has not said who it is")
    func silent() {
        var hub = pair()
        hub.opened(9)
        #expect(hub.received(.context([:]), from: 9).contains(.close(9)))
    }

    @Test("lets one side keep only so many messages open")
    func openMessages() {
        var hub = pair()
        for id in 1...RelayHubStateMachine.openMessages {
            #expect(hub.received(.message(id: id, wantsReply: true, payload: [:]), from: 2).count == 1)
        }
        #expect(
            hub.received(.message(id: 999, wantsReply: true, payload: [:]), from: 2)
                == [.send(2, .failure(id: 999, code: .insufficientSpace))])
    }
}
