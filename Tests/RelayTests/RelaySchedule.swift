import Runtime

@testable import Relay

/// One random schedule, and what must hold after it.
struct RelaySchedule {
    /// What happened in it.
    struct Totals {
        var transfers = 0
        var files = 0
        var replies = 0
        var failures = 0
        var restarts = 0
        var switches = 0
        /// Programs that stopped before they were activated.
        var stuck = 0

        mutating func add(_ other: Totals) {
            transfers += other.transfers
            files += other.files
            replies += other.replies
            failures += other.failures
            restarts += other.restarts
            switches += other.switches
            stuck += other.stuck
        }
    }

    /// A transfer that a program asked for.
    private struct Asked {
        var role: RelaySeat
        var process: Int
        var text: String
    }

    private(set) var totals = Totals()
    private var generator: SeededGenerator
    private var simulation: RelaySimulation
    private var asked: [String: Asked] = [:]
    /// Messages in the order in which they were sent, with the program that sent them and whether they want a reply.
    private var messages: [(text: String, role: RelaySeat, process: Int, wantsReply: Bool)] = []

    /// Every second one has two watches, of which one is worn at a time.
    init(seed: UInt64) {
        generator = SeededGenerator(state: seed)
        simulation = RelaySimulation(watches: seed.isMultiple(of: 2) ? 2 : 1)
    }

    /// Plays it.
    /// - Returns: What was wrong.
    mutating func run() -> [String] {
        simulation.settle()
        for step in 0..<250 { play(step) }
        for role in simulation.seats { simulation.sides[role]?.isStopped = false }
        simulation.isDiskFull = false
        // Long enough for every answer that time gives, with everybody there and each watch worn once.
        for watch in simulation.seats.dropFirst() {
            simulation.settle()
            simulation.wear(watch)
            for _ in 0..<14 {
                simulation.settle()
                for role in simulation.seats { for _ in 0..<100 { simulation.reply(role) } }
                simulation.pass(3)
            }
        }
        simulation.settle()
        totals.switches += simulation.sides[.phone]?.states.count { $0 == "deactivated" } ?? 0
        return faults()
    }

    private mutating func play(_ step: Int) {
        let role =
            Bool.random(using: &generator) ? .phone : simulation.seats.dropFirst().randomElement(using: &generator)
        guard let role else { return }
        let text = "\(step)"
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<12: ask(text, role) { $0.transfer(text, from: role) }
        case 12..<15: ask(text, role) { _ = $0.file(text, size: 500, from: role) }
        case 15..<17: change(role)
        case 17..<19: if role == .phone { ask(text, role) { $0.complication(text, from: role) } }
        case 19..<25: say(text, role)
        case 25..<30: simulation.reply(role)
        case 30..<33: simulation.update("\(role) \(step % 3)", from: role)
        case 33..<48: for _ in 0..<6 { simulation.deliver(from: role) }
        case 48..<65: for _ in 0..<12 { simulation.deliver(to: role) }
        case 65..<74: simulation.acknowledge(role)
        case 74..<82: simulation.sync()
        case 82..<84: simulation.cut(role)
        case 84: disturb(role)
        case 85: simulation.compact()
        case 86: simulation.isDiskFull = Int.random(in: 0..<3, using: &generator) == 0
        case 87: simulation.now += [-86_400, -5, 5, 86_400].randomElement(using: &generator) ?? 0
        case 88..<90: simulation.sides[role]?.isStopped = Int.random(in: 0..<3, using: &generator) == 0
        case 90..<93: simulation.pass([0.5, 3, 12].randomElement(using: &generator) ?? 1)
        case 93: cancel(role)
        case 94: front(role)
        case 95:
            if role != .phone, simulation.sides[role]?.isStopped == false { simulation.wear(role) }
        case 96: simulation.activate(.phone)
        default:
            if simulation.hub == nil { simulation.startHub() }
            simulation.start(role)
            simulation.reconnect(role)
            guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
            if simulation.sides[role]?.machine?.activation != .activated { totals.stuck += 1 }
            simulation.sides[role]?.isStopped = true
        }
    }

    /// Has a program ask for a transfer, and remembers it if it could.
    private mutating func ask(_ text: String, _ role: RelaySeat, _ body: (inout RelaySimulation) -> Void) {
        guard let program = simulation.sides[role], let machine = program.machine, !program.isStopped,
            machine.activation == .activated
        else { return }
        asked["\(machine.hello.session)-\(program.nextTransfer)"] = Asked(
            role: role, process: program.process, text: "{\"n\":\"\(text)\"}")
        body(&simulation)
    }

    private mutating func say(_ text: String, _ role: RelaySeat) {
        guard let program = simulation.sides[role], program.machine != nil, !program.isStopped else { return }
        let wantsReply = Bool.random(using: &generator)
        messages.append(("{\"n\":\"\(text)\"}", role, program.process, wantsReply))
        simulation.message(text, wantsReply: wantsReply, from: role)
        // Nearly always what is said is heard at once.
        guard Int.random(in: 0..<4, using: &generator) > 0 else { return }
        for _ in 0..<40 { simulation.deliver(from: role) }
        for _ in 0..<40 { for other in others(role) { simulation.deliver(to: other) } }
        guard Bool.random(using: &generator) else { return }
        for other in others(role) {
            simulation.reply(other)
            for _ in 0..<40 { simulation.deliver(from: other) }
        }
        for _ in 0..<40 { simulation.deliver(to: role) }
    }

    /// A file shrinks, grows or vanishes.
    private mutating func change(_ role: RelaySeat) {
        guard let id = simulation.sides[role]?.files.keys.sorted().randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: simulation.sides[role]?.files[id]?.left = 150
        case 1: simulation.sides[role]?.files[id]?.left = 900
        default: simulation.sides[role]?.files[id] = nil
        }
    }

    private mutating func disturb(_ role: RelaySeat) {
        totals.restarts += 1
        if Bool.random(using: &generator) {
            simulation.kill(role)
        } else {
            simulation.killHub(keeping: Int.random(in: 0...3, using: &generator))
        }
    }

    private mutating func cancel(_ role: RelaySeat) {
        guard let program = simulation.sides[role], let machine = program.machine, !program.isStopped,
            let id = machine.open.sorted().randomElement(using: &generator)
        else { return }
        simulation.cancel(id, from: role)
    }

    private mutating func front(_ role: RelaySeat) {
        guard let program = simulation.sides[role], let machine = program.machine, !program.isStopped else { return }
        let isForeground = !machine.hello.isForeground || Int.random(in: 0..<3, using: &generator) > 0
        simulation.perform(simulation.sides[role]?.machine?.setForeground(isForeground) ?? [], role)
    }

    // MARK: what must hold

    /// Those on the other side.
    private func others(_ role: RelaySeat) -> [RelaySeat] { simulation.seats.filter { $0.role != role.role } }

    private mutating func faults() -> [String] {
        var faults: [String] = []
        for role in simulation.seats {
            guard let program = simulation.sides[role], let machine = program.machine else { continue }
            let others = others(role).compactMap { simulation.sides[$0] }
            let received = others.flatMap { $0.received + $0.faces }
            let infos = program.received
            if Set(infos).count != infos.count || Set(program.faceOf).count != program.faceOf.count {
                faults.append("\(role): a transfer came twice")
            }
            if Set(program.ends).count != program.ends.count { faults.append("\(role): an end was told twice") }
            if !machine.open.isEmpty { faults.append("\(role): \(machine.open.count) transfers have no end") }
            let own = asked.filter { $0.value.role == role }
            for (id, transfer) in own {
                let isHere = transfer.process == program.process
                let isTold = program.ends.contains("\(transfer.process) \(id)")
                if isHere, !isTold {
                    faults.append("\(role): no answer for \(transfer.text)")
                }
                let error = program.ended[id] ?? nil
                if others.count(where: { ($0.received + $0.faces).contains(transfer.text) }) > 1 {
                    faults.append("\(role): \(transfer.text) came to two watches")
                }
                guard program.promised.contains(id), error == nil else { continue }
                if !received.contains(transfer.text) { faults.append("\(role): \(transfer.text) is lost") }
            }
            let texts = Set(own.values.map(\.text))
            for other in others {
                let came = other.received.filter { texts.contains($0) }
                totals.transfers += came.count
                // Files and user infos are one queue; those for the face go by themselves.
                if simulation.names.isEmpty, came != came.sorted(by: { number($0) < number($1) }) {
                    faults.append("\(role): out of order")
                }
            }
            totals.files += own.count { simulation.names[$0.key] != nil && received.contains($0.value.text) }
        }
        return faults + contextFaults() + stateFaults() + messageFaults()
    }

    /// The phone and the watch that is worn know each other's latest.
    private func contextFaults() -> [String] {
        let worn = simulation.seats.first { $0.name != nil && $0.name == simulation.hub?.active }
        guard let worn, let phone = simulation.sides[.phone]?.machine, let watch = simulation.sides[worn]?.machine
        else {
            return ["no watch is worn"]
        }
        return [(phone, watch), (watch, phone)].compactMap { sender, receiver in
            guard let context = sender.applicationContext, let shown = receiver.receivedApplicationContext else {
                return nil
            }
            return shown == context ? nil : "\(sender.role): the latest context is not there"
        }
    }

    /// The phone's session goes from activated to inactive to deactivated to activated, and each is told.
    private func stateFaults() -> [String] {
        let next = [
            "started": "activated", "activated": "inactive", "inactive": "deactivated", "deactivated": "activated",
        ]
        let states = simulation.sides[.phone]?.states ?? []
        let steps = zip(states, states.dropFirst())
        return steps.filter { $1 != "started" && next[$0] != $1 }.map { "the phone went from \($0) to \($1)" }
            + (states.last == "activated" ? [] : ["the phone is \(states.last ?? "nothing") in the end"])
    }

    private mutating func messageFaults() -> [String] {
        var faults = simulation.late.map { "\($0) came after it was answered as failed" }
        faults += simulation.twice.map { "context \($0) came twice" }
        for message in messages {
            let answers = simulation.answers.filter { $0.text == message.text }
            let isAlive = message.process == simulation.sides[message.role]?.process
            if answers.count > 1 { faults.append("\(message.text) has \(answers.count) answers") }
            if message.wantsReply, isAlive, answers.isEmpty { faults.append("\(message.text) has no answer") }
            let delivered = others(message.role).reduce(0) { count, other in
                count + (simulation.sides[other]?.delivered.count { $0 == message.text } ?? 0)
            }
            if delivered > 1 { faults.append("\(message.text) came \(delivered) times") }
            if answers.first?.error?.code == .notReachable, delivered > 0 {
                faults.append("\(message.text) came although it was said to be out of reach")
            }
            totals.replies += answers.count { $0.error == nil }
            totals.failures += answers.count { $0.error != nil }
        }
        for role in simulation.seats {
            let sent = Set(messages.filter { $0.role == role }.map(\.text))
            for other in others(role) {
                let came = (simulation.sides[other]?.delivered ?? []).filter { sent.contains($0) }
                if came != came.sorted(by: { number($0) < number($1) }) {
                    faults.append("\(role): messages out of order")
                }
            }
        }
        return faults
    }

    private func number(_ text: String) -> Int { Int(text.filter(\.isNumber)) ?? 0 }
}

/// The same numbers in the same order every time.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 31) &* 0x9E37_79B9_7F4A_7C15
    }
}
