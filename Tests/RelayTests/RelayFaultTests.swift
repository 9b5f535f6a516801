import Runtime
import Testing

@testable import Relay

@Suite("Relay under faults")
struct RelayFaultTests {
    @Test("loses nothing that was promised and brings nothing twice, whatever dies when", arguments: 1...40)
    func chaos(seed: Int) {
        var generator = SeededGenerator(state: UInt64(seed))
        var simulation = RelaySimulation()
        simulation.settle()
        var sent: [RelaySeat: [String]] = [.phone: [], .watch: []]
        var texts: [String: String] = [:]
        for step in 0..<1000 {
            let role = Bool.random(using: &generator) ? RelaySeat.phone : .watch
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<25:
                guard let program = simulation.sides[role], let machine = program.machine else { break }
                texts["\(machine.hello.session)-\(program.nextTransfer)"] = "{\"n\":\"\(step)\"}"
                sent[role]?.append("{\"n\":\"\(step)\"}")
                simulation.transfer("\(step)", from: role)
            case 25..<45: for _ in 0..<4 { simulation.deliver(from: role) }
            case 45..<65: for _ in 0..<12 { simulation.deliver(to: role) }
            case 65..<75: simulation.acknowledge(role)
            case 75..<85: simulation.sync()
            case 85..<87: simulation.cut(role)
            case 87: simulation.kill(role)
            case 88: simulation.killHub(keeping: Int.random(in: 0...3, using: &generator))
            case 89: simulation.compact()
            default:
                if simulation.hub == nil { simulation.startHub() }
                simulation.start(role)
                simulation.reconnect(role)
            }
        }
        simulation.settle()
        for role in simulation.seats {
            let received = simulation.sides[role.counterpart]?.received ?? []
            #expect(Set(received).count == received.count, "twice")
            let promised = Set((simulation.sides[role]?.promised ?? []).compactMap { texts[$0] })
            #expect(promised.subtracting(received).isEmpty, "lost")
            #expect(!promised.isEmpty)
            #expect(received == (sent[role] ?? []).filter { received.contains($0) }, "out of order")
        }
    }

    @Test("goes on after a restart of either program or the hub before each single step", arguments: 0..<14)
    func restartAtEachStep(step: Int) {
        enum CrashingHub: CaseIterable { case phone, watch, hub, hubThatHadWritten }
        for victim in CrashingHub.allCases {
            var simulation = RelaySimulation()
            simulation.settle()
            let steps: [(inout RelaySimulation) -> Void] = [
                { $0.transfer("a", from: .phone) }, { $0.deliver(from: .phone) }, { $0.sync() },
                { $0.deliver(to: .phone) }, { $0.deliver(to: .watch) }, { $0.acknowledge(.watch) },
                { $0.deliver(from: .watch) }, { $0.sync() }, { $0.deliver(to: .phone) },
                { $0.acknowledge(.phone) }, { $0.deliver(from: .phone) }, { $0.sync() },
                { $0.transfer("b", from: .phone) }, { $0.settle() },
            ]
            for (index, body) in steps.enumerated() {
                if index == step {
                    switch victim {
                    case .phone: simulation.kill(.phone)
                    case .watch: simulation.kill(.watch)
                    case .hub: simulation.killHub(keeping: 0)
                    case .hubThatHadWritten: simulation.killHub(keeping: 1)
                    }
                    if simulation.hub == nil { simulation.startHub() }
                    for role in simulation.seats {
                        simulation.start(role)
                        simulation.reconnect(role)
                    }
                }
                body(&simulation)
            }
            simulation.settle()
            let received = simulation.sides[.watch]?.received ?? []
            #expect(Set(received).count == received.count, "\(victim)")
            if (simulation.sides[.phone]?.promised.count ?? 0) > 0, step > 3 {
                #expect(received.first == #"{"n":"a"}"#, "\(victim)")
            }
        }
    }

    @Test("replays no context after a break, however often it breaks")
    func contextReplay() {
        var simulation = RelaySimulation()
        simulation.settle()
        for number in 0..<20 {
            simulation.update("\(number)", from: .phone)
            if number % 3 == 0 { simulation.settle() }
            simulation.cut(.watch)
            simulation.cut(.phone)
            simulation.settle()
            simulation.kill(.watch)
            simulation.settle()
            if number % 5 == 0 {
                simulation.killHub(keeping: 99)
                simulation.settle()
            }
        }
        let contexts = simulation.sides[.watch]?.contexts ?? []
        #expect(Set(contexts).count == contexts.count && contexts.last == #"{"n":"19"}"#)
        #expect(contexts == contexts.sorted { Int($0.filter(\.isNumber)) ?? 0 < Int($1.filter(\.isNumber)) ?? 0 })
    }

    @Test("brings the context again after a break in which it changed and changed back")
    func contextBack() {
        var simulation = RelaySimulation()
        simulation.settle()
        for text in ["a", "b", "a"] {
            simulation.update(text, from: .phone)
            simulation.settle()
        }
        #expect(simulation.sides[.watch]?.contexts == [#"{"n":"a"}"#, #"{"n":"b"}"#, #"{"n":"a"}"#])
    }

    @Test("drops a user info that came too late, and says so to its sender")
    func expiry() {
        var simulation = RelaySimulation()
        simulation.settle()
        simulation.kill(.watch)
        simulation.transfer("old", from: .phone, expires: simulation.now + 120)
        simulation.transfer("new", from: .phone)
        for _ in 0..<4 { simulation.deliver(from: .phone) }
        simulation.sync()
        simulation.now += 121
        simulation.settle()
        #expect(simulation.sides[.watch]?.received == [#"{"n":"new"}"#])
        let ends = simulation.sides[.phone]?.ended.values.compactMap { $0 }
        #expect(ends == [RelayError(.transferTimedOut)])
    }

    @Test(
        "waits for a phone's program by what has passed, whatever the clock of the wall is set to",
        arguments: [-1e6, 1e6])
    func setClock(step: Double) throws {
        var simulation = RelaySimulation()
        simulation.settle()
        // A hub of the same memory that can start the phone's program.
        var hub = RelayHubStateMachine(canWakePhone: true, records: simulation.disk)
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
        var simulation = RelaySimulation()
        simulation.settle()
        simulation.update("from the phone", from: .phone)
        simulation.update("from the watch", from: .watch)
        simulation.settle()
        simulation.kill(.watch)
        simulation.start(.watch)
        simulation.deliver(from: .watch)
        for _ in 0..<8 {
            let machine = simulation.sides[.watch]?.machine
            let isTold = simulation.sides[.watch]?.wasActivated == 2
            if isTold {
                #expect(machine?.receivedApplicationContext == Array(#"{"n":"from the phone"}"#.utf8))
                #expect(machine?.applicationContext == Array(#"{"n":"from the watch"}"#.utf8))
            }
            simulation.deliver(to: .watch)
        }
        #expect(simulation.sides[.watch]?.wasActivated == 2)
    }
}
