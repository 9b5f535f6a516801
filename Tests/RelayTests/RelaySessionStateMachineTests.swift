import Runtime
import Testing

@testable import Relay

@Suite("Relay session machine")
struct RelaySessionStateMachineTests {
    private let start = ContinuousClock.now

    private func session(reachable: Bool = true) -> RelaySessionStateMachine {
        var session = RelaySessionStateMachine(role: .watch, replyTimeout: .seconds(1))
        _ = session.activate()
        _ = session.connected()
        _ = session.received(.welcome(isReachable: reachable, context: nil))
        return session
    }

    private func send(_ session: inout RelaySessionStateMachine, wantsReply: Bool = true) throws -> Int {
        try session.send(["q": 1], wantsReply: wantsReply, now: start).get().0
    }

    @Test("activates once")
    func activates() {
        var session = RelaySessionStateMachine(role: .watch, replyTimeout: .seconds(1))
        #expect(session.activate() == [.notify(.activated), .connect])
        #expect(session.activate() == [])
        #expect(session.connected() == [.write(.hello(.watch))])
    }

    @Test("refuses calls in the order state, payload, reachability")
    func refuses() {
        let large: [String: JSONValue] = ["x": .string(String(repeating: "y", count: RelayLimits.message))]
        var session = RelaySessionStateMachine(role: .watch, replyTimeout: .seconds(1))
        #expect(throws: RelayError(.notActivated)) { try session.send(large, wantsReply: true, now: start).get() }
        _ = session.activate()
        #expect(throws: RelayError(.payloadTooLarge)) { try session.send(large, wantsReply: true, now: start).get() }
        #expect(throws: RelayError(.notReachable)) { try session.send([:], wantsReply: true, now: start).get() }
        #expect(throws: Never.self) { try session.updateApplicationContext(large).get() }
        let larger: [String: JSONValue] = ["x": .string(String(repeating: "y", count: RelayLimits.context))]
        #expect(throws: RelayError(.payloadTooLarge)) { try session.updateApplicationContext(larger).get() }
    }

    @Test("answers each message once: by its reply, its failure, time, or the end of the link")
    func exactlyOnce() throws {
        var session = session()
        let replied = try send(&session)
        #expect(
            session.received(.reply(id: replied, payload: ["a": 1])) == [.complete(id: replied, .success(["a": 1]))])
        #expect(session.received(.reply(id: replied, payload: ["a": 2])) == [])
        #expect(session.advance(to: start.advanced(by: .seconds(2))) == [])

        let failed = try send(&session)
        let failure = RelaySessionStateMachine.Action.complete(id: failed, .failure(RelayError(.deliveryFailed)))
        #expect(session.received(.failure(id: failed, code: .deliveryFailed)) == [failure])
        #expect(session.received(.failure(id: failed, code: .deliveryFailed)) == [])

        let late = try send(&session)
        #expect(session.nextDeadline == start.advanced(by: .seconds(1)))
        let timeout = RelaySessionStateMachine.Action.complete(id: late, .failure(RelayError(.messageReplyTimedOut)))
        #expect(session.advance(to: start.advanced(by: .milliseconds(999))) == [])
        #expect(session.advance(to: start.advanced(by: .seconds(1))) == [timeout])
        #expect(session.received(.reply(id: late, payload: [:])) == [])

        let cut = try send(&session)
        let silent = try send(&session, wantsReply: false)
        let actions = session.disconnected(now: start)
        #expect(
            actions.prefix(2) == [.complete(id: cut, .failure(RelayError(.messageReplyFailed))), .forget(id: silent)])
        #expect(actions.last == .notify(.reachabilityChanged))
    }

    @Test("answers a received message once")
    func replies() {
        var session = session()
        let received = session.received(.message(id: 4, wantsReply: true, payload: ["q": 1]))
        #expect(received == [.notify(.messageWithReply(id: 4, ["q": 1]))])
        #expect(session.reply(to: 4, .success(["a": 1])) == [.write(.reply(id: 4, payload: ["a": 1]))])
        #expect(session.reply(to: 4, .success(["a": 2])) == [])
        #expect(session.reply(to: 5, .success([:])) == [])
    }

    @Test("keeps the latest context until there is a link, and sends it again after one broke")
    func context() throws {
        var session = RelaySessionStateMachine(role: .phone, replyTimeout: .seconds(1))
        _ = session.activate()
        #expect(try session.updateApplicationContext(["n": 1]).get() == [])
        #expect(try session.updateApplicationContext(["n": 2]).get() == [])
        _ = session.connected()
        #expect(session.received(.welcome(isReachable: false, context: nil)) == [.write(.context(["n": 2]))])
        #expect(try session.updateApplicationContext(["n": 2]).get() == [])
        #expect(try session.updateApplicationContext(["n": 3]).get() == [.write(.context(["n": 3]))])
        _ = session.disconnected(now: start)
        #expect(session.received(.welcome(isReachable: false, context: nil)) == [.write(.context(["n": 3]))])
    }

    @Test("notifies of a context once, also when it comes again after a broken link")
    func receivedContext() {
        var session = session()
        #expect(session.received(.context(["n": 1])) == [.notify(.context(["n": 1]))])
        #expect(session.received(.context(["n": 1])) == [])
        _ = session.disconnected(now: start)
        let welcome = session.received(.welcome(isReachable: true, context: ["n": 1]))
        #expect(welcome == [.notify(.reachabilityChanged)])
        #expect(session.receivedApplicationContext == ["n": 1])
    }

    @Test("tries again with growing patience, and not when another program took its side")
    func reconnects() {
        var session = RelaySessionStateMachine(role: .watch, replyTimeout: .seconds(1))
        _ = session.activate()
        var waits: [Duration] = []
        var now = start
        for _ in 0..<8 {
            _ = session.disconnected(now: now)
            let next = session.nextDeadline ?? now
            waits.append(next - now)
            now = next
            #expect(session.advance(to: now) == [.connect])
        }
        #expect(waits == waits.sorted() && waits.first == .milliseconds(50) && waits.last == .seconds(2))
        _ = session.received(.welcome(isReachable: true, context: nil))
        #expect(session.received(.failure(id: nil, code: .sessionInactive)) == [.notify(.becameInactive), .disconnect])
        _ = session.disconnected(now: now)
        #expect(session.nextDeadline == nil && session.activation == .inactive && !session.isReachable)
        #expect(throws: RelayError(.sessionInactive)) { try session.updateApplicationContext([:]).get() }
        #expect(session.activate() == [.notify(.activated), .connect])
    }

    @Test("lets the latest of many values through once in an interval")
    func throttle() {
        var throttle = LatestThrottle<Int>(interval: .seconds(5))
        #expect(throttle.offer(1, now: start) == 1)
        #expect(throttle.offer(2, now: start.advanced(by: .seconds(1))) == nil)
        #expect(throttle.offer(3, now: start.advanced(by: .seconds(2))) == nil)
        #expect(throttle.due == start.advanced(by: .seconds(5)))
        #expect(throttle.take(now: start.advanced(by: .seconds(4))) == nil)
        #expect(throttle.take(now: start.advanced(by: .seconds(5))) == 3)
        #expect(throttle.due == nil)
        #expect(throttle.offer(4, now: start.advanced(by: .seconds(9))) == nil)
        #expect(throttle.offer(5, now: start.advanced(by: .seconds(11))) == 5)
    }
}
