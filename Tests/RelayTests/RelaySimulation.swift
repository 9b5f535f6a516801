import Runtime
import Signals

@testable import Relay

/// Phone, one watch or two, hub and disk without sockets, threads or a clock: every step, loss and restart is the test's to choose.
struct RelaySimulation {
    /// A program of one side, with what it has been promised and has received.
    struct Program {
        var machine: RelaySessionStateMachine?
        var link: Int?
        var outgoing: [RelayPacket] = []
        var incoming: [RelayPacket] = []
        /// What the program itself keeps on disk: it survives a kill.
        var received: [String] = []
        var marks: [RelaySession.ReceivedMark] = []
        var contexts: [String] = []
        /// The last of them, with the program that got it.
        var lastContext: (process: Int, text: String)?
        var faces: [String] = []
        /// The same with the program that got them: one that dies before it said so gets one again.
        var faceOf: [String] = []
        var promised: Set<String> = []
        var ended: [String: RelayError?] = [:]
        /// The same in order, each as often as it was told.
        var ends: [String] = []
        var nextTransfer = 1
        /// Counts the programs of the side.
        var process = 0
        /// A stopped one keeps its connection and does nothing.
        var isStopped = false
        /// Files to send, with what can be read of them now, and how far those are that are being taken in.
        var files: [String: (size: Int64, left: Int64)] = [:]
        var uploads: [String: (size: Int64, offset: Int64)] = [:]
        /// Messages by their ids in this program, those that came, and numbers of those that want a reply.
        var messages: [Int: String] = [:]
        var delivered: [String] = []
        var toReply: [Int] = []
        /// So often the delegate was told that the session is activated.
        var wasActivated = 0
        /// What a phone's delegate was told of its session, from the start of each program on, and whether it is to activate it
        /// anew.
        var states: [String] = []
        var mustActivate = false
    }

    var hub: RelayHubStateMachine?
    private(set) var disk: [RelayRecord] = []
    var waiting: [RelayRecord] = []
    private var durable = 0
    var nextLink = 1
    var sides: [RelaySeat: Program]
    /// Who is there, the phone first.
    var seats: [RelaySeat] { sides.keys.sorted() }
    /// What the wall shows, in UTC seconds.
    var now = 1_000_000.0
    /// Seconds by the clock that nobody sets.
    var uptime = 50.0
    var clock = ContinuousClock.now
    /// Names of files by the ids of their transfers.
    var names: [String: String] = [:]
    /// Files in the hub's folder, and whether its disk takes nothing.
    var spools: Set<String> = []
    var isDiskFull = false
    /// What became of messages, in order: their texts and errors, nil for a reply; and when, by ``uptime``.
    var answers: [(text: String, error: RelayError?)] = []
    /// Messages that came after they were answered as failed, and contexts that came twice to one program.
    var late: [String] = []
    var twice: [String] = []

    init(watches: Int = 1) {
        sides = Dictionary(uniqueKeysWithValues: RelaySeat.allCases.prefix(1 + watches).map { ($0, Program()) })
        startHub()
    }

    mutating func startHub() {
        hub = RelayHubStateMachine(records: disk)
        spools = spools.intersection(hub?.spools ?? [])
        perform(hub?.begin(named: "journal") ?? [])
        (waiting, durable) = ([], 0)
        if disk.isEmpty { waiting = [.journal("journal")] }
    }

    /// Kills the hub: of what was not synced a part may be on the disk.
    mutating func killHub(keeping count: Int) {
        disk += waiting.prefix(count)
        waiting = []
        hub = nil
        for role in seats { cut(role) }
    }

    /// The disk has everything now.
    mutating func sync() {
        guard hub != nil, !isDiskFull else { return }
        disk += waiting
        durable += waiting.count
        waiting = []
        perform(hub?.durable(through: durable) ?? [])
    }

    mutating func start(_ role: RelaySeat) {
        guard sides[role]?.machine == nil else { return }
        var hello = RelayHello(role: role.role, session: RelayID.random())
        hello.watch = role.name
        var machine = RelaySessionStateMachine(
            hello: hello, received: sides[role]?.marks ?? [], replyTimeout: .seconds(60))
        let actions = machine.activate()
        sides[role]?.machine = machine
        sides[role]?.process += 1
        sides[role]?.states.append("started")
        perform(actions, role)
    }

    mutating func kill(_ role: RelaySeat) {
        flushTaken(role)
        sides[role]?.machine = nil
        sides[role]?.isStopped = false
        sides[role]?.mustActivate = false
        sides[role]?.files = [:]
        sides[role]?.uploads = [:]
        sides[role]?.messages = [:]
        sides[role]?.toReply = []
        let link = sides[role]?.link
        sides[role]?.link = nil
        sides[role]?.incoming = []
        sides[role]?.outgoing = []
        if let link, hub != nil { perform(hub?.closed(link) ?? []) }
    }

    /// The connection breaks; the session notices.
    mutating func cut(_ role: RelaySeat) {
        guard let link = sides[role]?.link else { return }
        flushTaken(role)
        sides[role]?.link = nil
        sides[role]?.incoming = []
        sides[role]?.outgoing = []
        sides[role]?.uploads = [:]
        if hub != nil { perform(hub?.closed(link) ?? []) }
        let actions = sides[role]?.machine?.disconnected(now: clock) ?? []
        perform(actions, role)
    }

    mutating func transfer(_ text: String, from role: RelaySeat, expires: Double? = nil) {
        guard sides[role]?.machine?.activation == .activated else { return }
        let id = "\(sides[role]?.machine?.hello.session ?? "")-\(sides[role]?.nextTransfer ?? 0)"
        sides[role]?.nextTransfer += 1
        let payload = RelayPayload(dictionaryLiteral: ("n", .string(text))).jsonText
        let packet = RelayPacket.userInfo(id: id, sequence: 0, expires: expires, payload: payload)
        _ = sides[role]?.machine?.transfer(id, packet, bytes: payload.count)
        perform(sides[role]?.machine?.start(id, packet) ?? [], role)
    }

    mutating func complication(_ text: String, from role: RelaySeat) {
        let id = "\(sides[role]?.machine?.hello.session ?? "")-\(sides[role]?.nextTransfer ?? 0)"
        sides[role]?.nextTransfer += 1
        let payload = RelayPayload(dictionaryLiteral: ("n", .string(text))).jsonText
        let packet = RelayPacket.complication(id: id, sequence: 0, payload: payload)
        _ = sides[role]?.machine?.transfer(id, packet, bytes: payload.count)
        perform(sides[role]?.machine?.start(id, packet) ?? [], role)
    }

    mutating func update(_ text: String, from role: RelaySeat) {
        guard sides[role]?.machine?.standingError(hasDelegate: true) == nil else { return }
        let payload = RelayPayload(dictionaryLiteral: ("n", .string(text))).jsonText
        perform(sides[role]?.machine?.updateApplicationContext(payload) ?? [], role)
    }

    /// Delivers one packet of one direction, if there is one.
    mutating func deliver(from role: RelaySeat) {
        guard let link = sides[role]?.link, let packet = sides[role]?.outgoing.first, hub != nil else { return }
        sides[role]?.outgoing.removeFirst()
        perform(hub?.received(packet, from: link, now: now, uptime: uptime) ?? [])
    }

    mutating func deliver(to role: RelaySeat) {
        guard sides[role]?.isStopped == false, let packet = sides[role]?.incoming.first else { return }
        sides[role]?.incoming.removeFirst()
        perform(sides[role]?.machine?.received(packet) ?? [], role)
    }

    /// Says what the delegate has had.
    mutating func acknowledge(_ role: RelaySeat) { perform(sides[role]?.machine?.acknowledge() ?? [], role) }

    mutating func reconnect(_ role: RelaySeat) {
        clock = clock.advanced(by: .seconds(5))
        (now, uptime) = (now + 5, uptime + 5)
        guard sides[role]?.isStopped == false else { return }
        perform(sides[role]?.machine?.advance(to: clock) ?? [], role)
    }

    /// Activates a session that was deactivated.
    mutating func activate(_ role: RelaySeat) {
        guard let program = sides[role], program.mustActivate, !program.isStopped else { return }
        sides[role]?.mustActivate = false
        perform(sides[role]?.machine?.activate() ?? [], role)
    }

    /// A watch's program comes to the front, so that it is the watch that is worn.
    mutating func wear(_ role: RelaySeat) {
        for isForeground in [false, true] {
            perform(sides[role]?.machine?.setForeground(isForeground) ?? [], role)
        }
    }

    /// Runs until nothing happens any more.
    mutating func settle() {
        if hub == nil { startHub() }
        for role in seats {
            start(role)
            reconnect(role)
        }
        for _ in 0..<100_000 {
            for role in seats {
                deliver(from: role)
                deliver(to: role)
                activate(role)
                acknowledge(role)
            }
            for role in seats { flushTaken(role) }
            perform(hub?.advance(to: now, uptime: uptime) ?? [])
            sync()
            let isQuiet = sides.values.allSatisfy { $0.outgoing.isEmpty && $0.incoming.isEmpty }
            if isQuiet, waiting.isEmpty { return }
        }
    }

    /// Replaces the disk by the hub's own summary.
    mutating func compact() {
        guard let hub, waiting.isEmpty else { return }
        disk = hub.snapshot
    }
}
