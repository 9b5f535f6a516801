/// Plans the scanning of one adapter so that every wanted advertisement is received: a state machine without input or
/// output.
///
/// The kernel reports a device once per discovery, so an asking scan is begun anew every few seconds; a listening one
/// has no such filter. What another program has begun is used and left alone.
struct ScanPlan {
    /// What the scans together need of the adapter.
    enum Demand: Hashable {
        case nothing
        /// Passive: listen, without asking for scan responses.
        case listening
        /// Ask for scan responses; of these services only, where given.
        case asking([BluetoothUUID])
    }

    /// A command for the kernel.
    enum Action: Hashable {
        case start([BluetoothUUID])
        case stop
        case listen
        case stopListening(UInt16)
    }

    private enum State: Hashable {
        case idle
        /// A command was given whose answer is awaited.
        case awaiting(Action)
        /// Discovery that we started runs, since then.
        case running(since: Duration, services: [BluetoothUUID])
        /// Discovery was stopped; its end has not been reported yet.
        case ending(since: Duration)
        /// The advertisement monitor of this handle listens.
        case monitoring(UInt16)
        /// Discovery that another program started runs, since then.
        case borrowed(since: Duration)
        /// A command failed: nothing is tried before then.
        case resting(until: Duration)
    }

    /// How long a discovery runs before it is restarted.
    static let refresh = Duration.seconds(5)
    /// How long nothing may be received before listening is restarted.
    static let silence = Duration.seconds(90)
    /// How long to wait after a refusal.
    static let rest = Duration.seconds(2)

    /// What the scans together need of the adapter.
    var demand = Demand.nothing
    /// Until when nothing is begun, so that a weak controller can connect meanwhile.
    var pausedUntil = Duration.zero
    /// Whether this kernel knows how to listen without asking.
    private(set) var canListen = true
    private var state = State.idle
    private var lastHeard = Duration.zero
    /// Whether the discovery's end was told before the answer to the command that ended it was taken.
    private var hasEnded = false

    /// Whether advertisements are being received.
    var isScanning: Bool {
        switch state {
        case .running, .monitoring, .borrowed: true
        default: false
        }
    }

    /// What to do now; nil when there is nothing to do before ``deadline``. The answer to it must be told.
    mutating func next(at now: Duration) -> Action? {
        let action = action(at: now)
        if let action { state = .awaiting(action) }
        return action
    }

    private mutating func action(at now: Duration) -> Action? {
        if case .resting(let until) = state, until <= now { state = .idle }
        if case .ending(let since) = state, since + Self.rest <= now { state = .idle }
        let isWanted = demand != .nothing && now >= pausedUntil
        switch state {
        case .awaiting, .resting, .ending: return nil
        case .idle:
            guard isWanted else { return nil }
            lastHeard = now
            switch demand {
            case .nothing: return nil
            case .listening: return canListen ? .listen : .start([])
            case .asking(let services): return .start(services)
            }
        case .running(let since, let services):
            let isRight = isWanted && (demand == .asking(services) || demand == .listening && !canListen)
            return isRight && now < since + Self.refresh ? nil : .stop
        case .monitoring(let monitor):
            let isRight = demand == .listening && isWanted
            return isRight && now < lastHeard + Self.silence ? nil : .stopListening(monitor)
        case .borrowed(let since):
            // Is it ours to have by now?
            guard !isWanted || now >= since + Self.refresh else { return nil }
            state = .idle
            return isWanted ? self.action(at: now) : nil
        }
    }

    /// When ``next(at:)`` is to be asked at the latest.
    var deadline: Duration? {
        switch state {
        case .idle: demand == .nothing ? nil : pausedUntil
        case .awaiting: nil
        case .running(let since, _), .borrowed(let since): since + Self.refresh
        case .ending(let since): since + Self.rest
        case .monitoring: lastHeard + Self.silence
        case .resting(let until): until
        }
    }

    /// The kernel has answered the action; `monitor` is the number of what listens.
    mutating func answered(_ status: ManagementStatus, monitor: UInt16?, at now: Duration) {
        guard case .awaiting(let action) = state else { return }
        switch (action, status) {
        case (.start(let services), .success): state = .running(since: now, services: services)
        case (.start, .busy): state = .borrowed(since: now)
        case (.stop, .success):
            state = hasEnded ? .idle : .ending(since: now)
            hasEnded = false
        case (.stop, _), (.stopListening, _): state = .idle
        case (.listen, .success): state = monitor.map { .monitoring($0) } ?? .idle
        case (.listen, .unknownCommand), (.listen, .init(rawValue: 0x0C)):
            canListen = false
            state = .idle
        default: state = .resting(until: now + Self.rest)
        }
    }

    /// Takes in that discovery has begun or ended.
    mutating func discovering(_ isOn: Bool, at now: Duration) {
        switch state {
        case .running, .ending, .borrowed: if !isOn { state = .idle }
        case .awaiting(.stop): hasEnded = !isOn
        default: break
        }
    }

    /// Notes that an advertisement has been received.
    mutating func heard(at now: Duration) { lastHeard = now }

    /// The adapter was switched off or on: scans that ran have ended.
    mutating func reset() { state = .idle }
}
