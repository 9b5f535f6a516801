import Documents

/// The connections of one listening socket: how many each address has, and by when each must have said what it wants.
/// Pure: told of everything with its time, it says which connections are to be ended.
struct ConnectionTable {
    typealias Time = ContinuousClock.Instant

    /// What is allowed.
    struct Limits: Sendable {
        /// Connections at a time.
        var count: Int
        /// Connections of one address at a time.
        var perAddress: Int
        /// How long a handshake and a head may take.
        var head: Duration
        /// How long a connection may be idle between two requests.
        var idle: Duration
        /// How long a body may take, apart from what its size allows; also how far ahead its bytes can buy time.
        var body: Duration
        /// Bytes of a body in a second, over any stretch longer than ``body``, at the least.
        var bodyRate: Double
        /// How long an answer may be on its way before another client may have the place.
        var answer: Duration = .seconds(30)
    }

    /// What a connection is doing, which decides its deadline.
    private enum Phase: Int, Comparable {
        /// Nothing has been asked yet: a handshake, a head, the time between two requests.
        case waiting
        case receiving
        case answering
        /// A stream of events or a WebSocket, which lasts.
        case lasting

        static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Entry {
        var address: String
        var phase = Phase.waiting
        var since: Time
        var deadline: Time?
        /// Since when its client waits for this server, and not the other way round.
        var paused: Time?
        /// Whether the library has it; until then its descriptor may not be touched.
        var isKnown = false
        /// Whether a complete head has ever been received.
        var hasAsked = false
    }

    private let limits: Limits
    private var entries: [Int32: Entry] = [:]

    init(_ limits: Limits) { self.limits = limits }

    var count: Int { entries.count }

    /// Whether there is room only where the library has just been given connections that it has not taken over yet.
    func isSettling(at now: Time) -> Bool {
        entries.count >= limits.count
            && entries.values.contains { !$0.isKnown && now - $0.since < .seconds(1) }
    }

    /// What becomes of a connection that has just come.
    enum Admission: Equatable {
        case admitted
        /// It takes the place of another, which is to be ended.
        case insteadOf(Int32)
        case refused
    }

    /// A client connects. When the table is full, the connection that has waited longest without a request is closed.
    mutating func admit(_ descriptor: Int32, address: String, at now: Time) -> Admission {
        entries[descriptor] = nil
        let own = entries.filter { $0.value.address == address }
        var admission = Admission.admitted
        if own.count >= limits.perAddress {
            guard let victim = victim(of: own, at: now) else { return .refused }
            admission = .insteadOf(victim)
        } else if entries.count >= limits.count {
            guard let victim = victim(of: entries, at: now) else { return .refused }
            admission = .insteadOf(victim)
        }
        if case .insteadOf(let victim) = admission { entries[victim] = nil }
        entries[descriptor] = Entry(address: address, since: now, deadline: now + limits.head)
        return admission
    }

    private func victim(of entries: [Int32: Entry], at now: Time) -> Int32? {
        let candidates = entries.filter { _, entry in
            switch entry.phase {
            case _ where !entry.isKnown: false
            case .waiting, .receiving: true
            case .answering: now - entry.since > limits.answer
            case .lasting: false
            }
        }
        return candidates.min { ($0.value.phase, $0.value.since, $0.key) < ($1.value.phase, $1.value.since, $1.key) }?
            .key
    }

    /// libmicrohttpd has accepted a connection.
    mutating func opened(_ descriptor: Int32) { entries[descriptor]?.isKnown = true }

    /// Whether a descriptor belongs to an open connection.
    func isKnown(_ descriptor: Int32) -> Bool { entries[descriptor]?.isKnown == true }

    /// A connection has ended; its descriptor may be another's from now on.
    mutating func closed(_ descriptor: Int32) { entries[descriptor] = nil }

    /// A complete head has been received: the time for the body begins.
    mutating func headIsComplete(_ descriptor: Int32, at now: Time) {
        change(descriptor, to: .receiving, at: now, deadline: now + limits.body)
        entries[descriptor]?.hasAsked = true
    }

    /// Bytes of the body have come: they buy time for more, which is not saved up. Whoever sends much at once would
    /// otherwise hold its memory for hours.
    mutating func received(_ count: Int, on descriptor: Int32, at now: Time) {
        guard let entry = entries[descriptor], entry.phase == .receiving, let deadline = entry.deadline else { return }
        let bought = deadline + .seconds(Double(count) / limits.bodyRate)
        entries[descriptor]?.deadline = min(bought, (entry.paused ?? now) + limits.body)
    }

    /// The client is made to wait: that is not its time.
    mutating func paused(_ descriptor: Int32, at now: Time) {
        guard entries[descriptor]?.phase == .receiving, entries[descriptor]?.paused == nil else { return }
        entries[descriptor]?.paused = now
    }

    /// The client may send again; the time of the pause does not count.
    mutating func resumed(_ descriptor: Int32, at now: Time) {
        guard var entry = entries[descriptor], let paused = entry.paused else { return }
        entry.paused = nil
        entry.since += now - paused
        entry.deadline = entry.deadline.map { $0 + (now - paused) }
        entries[descriptor] = entry
    }

    /// The whole request has been received: no deadline until the answer is sent.
    mutating func isAnswering(_ descriptor: Int32, at now: Time) {
        guard entries[descriptor]?.phase != .answering else { return }
        change(descriptor, to: .answering, at: now, deadline: nil)
    }

    /// The answer is an endless one, such as an event stream: no deadline.
    mutating func lasts(_ descriptor: Int32, at now: Time) {
        change(descriptor, to: .lasting, at: now, deadline: nil)
    }

    /// The answer was sent; another request may follow.
    mutating func isIdle(_ descriptor: Int32, at now: Time) {
        change(descriptor, to: .waiting, at: now, deadline: now + limits.idle + limits.head)
    }

    private mutating func change(_ descriptor: Int32, to phase: Phase, at now: Time, deadline: Time?) {
        guard var entry = entries[descriptor] else { return }
        (entry.phase, entry.since, entry.deadline) = (phase, now, deadline)
        entry.paused = nil
        entries[descriptor] = entry
    }

    /// What somebody did too slowly whose time is over; nil for who only had nothing more to ask.
    func delay(of descriptor: Int32) -> Refusal? {
        guard let entry = entries[descriptor] else { return nil }
        return switch entry.phase {
        case .waiting: entry.hasAsked ? nil : .slowHead
        case .receiving: .slowBody
        case .answering, .lasting: nil
        }
    }

    /// The connections whose time is over, which are to be ended; each is named once.
    mutating func overdue(at now: Time) -> [Int32] {
        var overdue: [Int32] = []
        for (descriptor, entry) in entries {
            guard entry.paused == nil, let deadline = entry.deadline, deadline < now else { continue }
            // One that the library never took over is gone already.
            if entry.isKnown { overdue.append(descriptor) } else { entries[descriptor] = nil }
            entries[descriptor]?.deadline = nil
        }
        return overdue.sorted()
    }
}
