import Runtime
import Testing

@testable import Relay

@Suite("Relay under faults")
struct RelayFaultTests {
    /// The same numbers in the same order every time.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 31) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    @Test("loses nothing that was promised and brings nothing twice, whatever dies when", arguments: 1...40)
    func chaos(seed: Int) {
        var dice = Dice(state: UInt64(seed))
        var world = RelayWorld()
        world.settle()
        var sent: [RelayRole: [String]] = [.phone: [], .watch: []]
        var texts: [String: String] = [:]
        for step in 0..<1000 {
            let role = Bool.random(using: &dice) ? RelayRole.phone : .watch
            switch Int.random(in: 0..<100, using: &dice) {
            case 0..<25:
                guard let program = world.sides[role], let machine = program.machine else { break }
                texts["\(machine.hello.session)-\(program.nextTransfer)"] = "{\"n\":\"\(step)\"}"
                sent[role]?.append("{\"n\":\"\(step)\"}")
                world.transfer("\(step)", from: role)
            case 25..<45: for _ in 0..<4 { world.deliver(from: role) }
            case 45..<65: for _ in 0..<12 { world.deliver(to: role) }
            case 65..<75: world.acknowledge(role)
            case 75..<85: world.sync()
            case 85..<87: world.cut(role)
            case 87: world.kill(role)
            case 88: world.killHub(keeping: Int.random(in: 0...3, using: &dice))
            case 89: world.compact()
            default:
                if world.hub == nil { world.startHub() }
                world.start(role)
                world.reconnect(role)
            }
        }
        world.settle()
        for role in RelayRole.allCases {
            let received = world.sides[role.counterpart]?.received ?? []
            #expect(Set(received).count == received.count, "twice")
            let promised = Set((world.sides[role]?.promised ?? []).compactMap { texts[$0] })
            #expect(promised.subtracting(received).isEmpty, "lost")
            #expect(!promised.isEmpty)
            #expect(received == (sent[role] ?? []).filter { received.contains($0) }, "out of order")
        }
    }

    @Test("goes on after a restart of either program or the hub before each single step", arguments: 0..<14)
    func restartAtEachStep(step: Int) {
        enum Victim: CaseIterable { case phone, watch, hub, hubThatHadWritten }
        for victim in Victim.allCases {
            var world = RelayWorld()
            world.settle()
            let steps: [(inout RelayWorld) -> Void] = [
                { $0.transfer("a", from: .phone) }, { $0.deliver(from: .phone) }, { $0.sync() },
                { $0.deliver(to: .phone) }, { $0.deliver(to: .watch) }, { $0.acknowledge(.watch) },
                { $0.deliver(from: .watch) }, { $0.sync() }, { $0.deliver(to: .phone) },
                { $0.acknowledge(.phone) }, { $0.deliver(from: .phone) }, { $0.sync() },
                { $0.transfer("b", from: .phone) }, { $0.settle() },
            ]
            for (index, body) in steps.enumerated() {
                if index == step {
                    switch victim {
                    case .phone: world.kill(.phone)
                    case .watch: world.kill(.watch)
                    case .hub: world.killHub(keeping: 0)
                    case .hubThatHadWritten: world.killHub(keeping: 1)
                    }
                    if world.hub == nil { world.startHub() }
                    for role in RelayRole.allCases {
                        world.start(role)
                        world.reconnect(role)
                    }
                }
                body(&world)
            }
            world.settle()
            let received = world.sides[.watch]?.received ?? []
            #expect(Set(received).count == received.count, "\(victim)")
            if (world.sides[.phone]?.promised.count ?? 0) > 0, step > 3 {
                #expect(received.first == #"{"n":"a"}"#, "\(victim)")
            }
        }
    }

    @Test("replays no context after a break, however often it breaks")
    func contextReplay() {
        var world = RelayWorld()
        world.settle()
        for number in 0..<20 {
            world.update("\(number)", from: .phone)
            if number % 3 == 0 { world.settle() }
            world.cut(.watch)
            world.cut(.phone)
            world.settle()
            world.kill(.watch)
            world.settle()
            if number % 5 == 0 {
                world.killHub(keeping: 99)
                world.settle()
            }
        }
        let contexts = world.sides[.watch]?.contexts ?? []
        #expect(Set(contexts).count == contexts.count && contexts.last == #"{"n":"19"}"#)
        #expect(contexts == contexts.sorted { Int($0.filter(\.isNumber)) ?? 0 < Int($1.filter(\.isNumber)) ?? 0 })
    }

    @Test("brings the context again after a break in which it changed and changed back")
    func contextBack() {
        var world = RelayWorld()
        world.settle()
        for text in ["a", "b", "a"] {
            world.update(text, from: .phone)
            world.settle()
        }
        #expect(world.sides[.watch]?.contexts == [#"{"n":"a"}"#, #"{"n":"b"}"#, #"{"n":"a"}"#])
    }

    @Test("drops a user info that came too late, and says so to its sender")
    func expiry() {
        var world = RelayWorld()
        world.settle()
        world.kill(.watch)
        world.transfer("old", from: .phone, expires: world.now + 120)
        world.transfer("new", from: .phone)
        for _ in 0..<4 { world.deliver(from: .phone) }
        world.sync()
        world.now += 121
        world.settle()
        #expect(world.sides[.watch]?.received == [#"{"n":"new"}"#])
        let ends = world.sides[.phone]?.ended.values.compactMap { $0 }
        #expect(ends == [RelayError(.transferTimedOut)])
    }

    @Test(
        "waits for a phone's program by what has passed, whatever the clock of the wall is set to",
        arguments: [-1e6, 1e6])
    func setClock(step: Double) throws {
        var world = RelayWorld()
        world.settle()
        // A hub of the same memory that can start the phone's program.
        var hub = RelayHubStateMachine(canWakePhone: true, records: world.disk)
        var hello = RelayHello(role: .watch, session: RelayID.random())
        hello.watch = "local"
        hub.opened(1)
        _ = hub.received(.hello(hello), from: 1, now: 1e9, uptime: 50)
        let message = RelayPacket.message(id: 7, wantsReply: true, isData: false, payload: Array("{}".utf8))
        #expect(hub.received(message, from: 1, now: 1e9, uptime: 50).contains(.wakePhone))
        #expect(hub.advance(to: 1e9 + step, uptime: 59).isEmpty)
        let late = hub.advance(to: 1e9 + step, uptime: 61)
        #expect(late.contains(.send(1, .failure(id: 7, code: .deliveryFailed))))
    }

    @Test("has both contexts of an earlier run once it is activated, and never before")
    func contextsAtActivation() {
        var world = RelayWorld()
        world.settle()
        world.update("from the phone", from: .phone)
        world.update("from the watch", from: .watch)
        world.settle()
        world.kill(.watch)
        world.start(.watch)
        world.deliver(from: .watch)
        for _ in 0..<8 {
            let machine = world.sides[.watch]?.machine
            let isTold = world.sides[.watch]?.wasActivated == 2
            if isTold {
                #expect(machine?.receivedApplicationContext == Array(#"{"n":"from the phone"}"#.utf8))
                #expect(machine?.applicationContext == Array(#"{"n":"from the watch"}"#.utf8))
            }
            world.deliver(to: .watch)
        }
        #expect(world.sides[.watch]?.wasActivated == 2)
    }
}
