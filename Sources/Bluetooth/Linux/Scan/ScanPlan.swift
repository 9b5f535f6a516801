/// Plans the scanning of one adapter so that every wanted advertisement is received and links keep the air: a state
/// machine without input or output.
///
/// The adapter listens by an advertisement monitor, which asks nobody and costs links little. Where somebody wants what
/// devices tell only when they are asked, their names most of all, there are short windows of discovery: at the start, when a
/// device is heard for the first time, and now and then; rarer while the adapter carries links, and none while one is being
/// made. A kernel without monitors has windows only. Discovery that another program has begun is used and left alone.
///
/// It is the adapter's watchdog as well: when nothing was heard for a while, by listening or over a link, a window shows
/// whether the controller still does what it is told. Where links are heard and no advertisements are, listening alone is
/// begun anew, as the kernel may have forgotten it.
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

    private enum Discovery: Hashable {
        case off
        /// Discovery that we started runs, since then.
        case running(since: Duration, services: [BluetoothUUID])
        /// It was stopped; its end has not been reported yet.
        case ending(since: Duration)
        /// Discovery that another program started runs, since then.
        case borrowed(since: Duration)
    }

    /// How long a window of discovery is open.
    static let window = Duration.seconds(3)
    /// How long discovery that is not ours is used before it is looked at again.
    static let refresh = Duration.seconds(5)
    /// How long nothing may be heard before a window shows whether the controller still answers.
    static let silence = Duration.seconds(20)
    /// The same of advertisements alone, while links are heard.
    static let silenceBesideLinks = Duration.seconds(60)
    /// How long to wait after a refusal.
    static let rest = Duration.seconds(2)

    /// Refusals of a monitor that another try would meet again: unknown, no room for one more, rejected, not supported, and
    /// invalid to this kernel.
    private static let lasting: [ManagementStatus] =
        [.unknownCommand] + [0x07, 0x0B, 0x0C, 0x0D].map(ManagementStatus.init)

    /// Answers to the removal of a monitor after which the kernel may still have it: failed, timeout, busy, none.
    private static let mayListen: [ManagementStatus] =
        [.busy, .silent, .unsent] + [0x03, 0x08].map(ManagementStatus.init)

    /// How long no window is opened after one, by what the adapter does.
    struct Pause: Hashable {
        /// When nothing new was heard.
        var usual: Duration
        /// When a device was heard that has not been asked yet.
        var curious: Duration

        static let idle = Pause(usual: .seconds(30), curious: .seconds(6))
        static let withLinks = Pause(usual: .seconds(120), curious: .seconds(30))
        /// Windows are all there is where the kernel cannot listen.
        static let deaf = Pause(usual: .seconds(3), curious: .seconds(3))
        static let deafWithLinks = Pause(usual: .seconds(15), curious: .seconds(15))
    }

    /// What the scans together need of the adapter.
    var demand = Demand.nothing {
        didSet { if demand != oldValue { begin() } }
    }
    /// Until when no window is opened, so that a weak controller can connect meanwhile.
    var pausedUntil = Duration.zero
    /// Whether a link is being set up: its first requests have the air to themselves.
    var isSettingUp = false
    /// Whether the adapter carries links.
    var carriesLinks = false
    /// How much of the time was spent on what.
    private(set) var airtime = ScanAirtime()
    /// Whether this kernel knows how to listen without asking.
    private(set) var canListen = true

    private var discovery = Discovery.off
    private var monitor: UInt16?
    /// Monitors of ours that the kernel may still have and nobody needs.
    private var strays: [UInt16] = []
    /// The command whose answer is awaited, and its number, by which an answer that comes late is told from its own.
    private var awaited: Action?
    private(set) var number = 0
    private var restingUntil = Duration.zero
    /// When the last window closed.
    private var lastWindow = Duration.zero
    /// Whether a window is to be opened as soon as it may be.
    private var isDue = false
    private var isCurious = false
    /// Whether listening failed just now: a window is tried first then.
    private var hasFailed = false
    /// When an advertisement was last heard; nil while nobody wants to hear.
    private var lastHeard: Duration?
    /// When something last came over a link.
    private var lastOverLink = Duration.zero
    /// Monitors that others took away while the answer to ours was awaited.
    private var removed: Set<UInt16> = []
    /// Whether the discovery's end was told before the answer to the command that ended it was taken.
    private var hasEnded = false
    /// Who was heard since the start, up to so many.
    private var known: Set<BluetoothAddress> = []
    private static let knownLimit = 4096

    /// Whether advertisements are being received.
    var isScanning: Bool {
        switch discovery {
        case .running, .borrowed: true
        case .ending, .off: monitor != nil && awaited == nil
        }
    }

    /// Whether nothing of ours runs.
    var isAtRest: Bool { awaited == nil && monitor == nil && strays.isEmpty && !isActive }

    /// What to do now; nil when there is nothing to do before ``deadline``. The answer to it must be told.
    mutating func next(at now: Duration) -> Action? {
        airtime.pass(to: now, isWanted: demand != .nothing, isActive: isActive)
        lastHeard = demand == .nothing ? nil : lastHeard ?? now
        guard awaited == nil, now >= restingUntil else { return nil }
        let action = action(at: now)
        awaited = action
        if action != nil { number &+= 1 }
        return action
    }

    /// Whether the controller sends requests for scan responses on our behalf.
    private var isActive: Bool {
        if case .running = discovery { true } else { false }
    }

    private mutating func action(at now: Duration) -> Action? {
        switch discovery {
        case .running(let since, let services):
            let isRight = demand != .nothing && mayOpen(at: now) && (self.services == services || !wantsAnswers)
            // One that is cut short is made up for.
            if !mayOpen(at: now), now < since + Self.window { isDue = true }
            return isRight && now < since + Self.window ? nil : .stop
        case .ending(let since) where now < since + Self.rest: return nil
        case .borrowed(let since) where demand != .nothing && now < since + Self.refresh: return nil
        case .ending, .borrowed, .off: discovery = .off
        }
        guard demand != .nothing else { return (monitor ?? strays.first).map { .stopListening($0) } }
        if canListen {
            if monitor == nil, !hasFailed { return .listen }
            if let monitor, let silenceEnd, silenceEnd <= now {
                // Begun anew, with a window after it: what the kernel forgot works again, and what hangs shows. A controller
                // that serves links does not hang.
                lastHeard = now
                if lastOverLink + Self.silence <= now { isDue = true }
                return .stopListening(monitor)
            }
        }
        if let stray = strays.first { return .stopListening(stray) }
        guard mayOpen(at: now), let due, due <= now else { return nil }
        return .start(services)
    }

    private var wantsAnswers: Bool {
        if case .asking = demand { true } else { !canListen }
    }

    private var services: [BluetoothUUID] {
        if case .asking(let services) = demand { services } else { [] }
    }

    private func mayOpen(at now: Duration) -> Bool { now >= pausedUntil && !isSettingUp }

    private var pause: Pause {
        switch (canListen, carriesLinks) {
        case (true, false): .idle
        case (true, true): .withLinks
        case (false, false): .deaf
        case (false, true): .deafWithLinks
        }
    }

    /// When the next window is due; nil where nobody wants answers.
    private var due: Duration? {
        if isDue { return .zero }
        return wantsAnswers ? lastWindow + (isCurious ? pause.curious : pause.usual) : nil
    }

    private var silenceEnd: Duration? {
        lastHeard.map { heard in
            max(heard + Self.silence, min(lastOverLink + Self.silence, heard + Self.silenceBesideLinks))
        }
    }

    /// When ``next(at:)`` is to be asked at the latest.
    var deadline: Duration? {
        guard awaited == nil else { return nil }
        let next: Duration? =
            switch discovery {
            case .running(let since, _): since + Self.window
            case .borrowed(let since): since + Self.refresh
            case .ending(let since): since + Self.rest
            case .off where demand == .nothing: monitor == nil && strays.isEmpty ? nil : .zero
            case .off where !strays.isEmpty: .zero
            case .off where canListen && monitor == nil && !hasFailed: .zero
            case .off:
                // The end of setting up is told by itself.
                [canListen ? silenceEnd : nil, isSettingUp ? nil : due.map { max($0, pausedUntil) }]
                    .compactMap(\.self).min()
            }
        return next.map { max($0, restingUntil) }
    }

    /// The kernel has answered the action of this number, the last one where none is given; `monitor` is the number of what
    /// listens.
    mutating func answered(
        _ status: ManagementStatus, monitor: UInt16?, to number: Int? = nil, at now: Duration
    ) {
        guard let action = awaited, number ?? self.number == self.number else {
            // It was begun anew meanwhile.
            if status == .success, let monitor, monitor != self.monitor { stray(monitor) }
            return
        }
        airtime.pass(to: now, isWanted: demand != .nothing, isActive: isActive)
        awaited = nil
        hasFailed = false
        switch (action, status) {
        case (.start(let services), .success):
            discovery = .running(since: now, services: services)
            (isDue, isCurious) = (false, false)
            airtime.windows += 1
        case (.start, .busy):
            discovery = .borrowed(since: now)
            isDue = false
        case (.stop, .success):
            discovery = hasEnded ? .off : .ending(since: now)
            lastWindow = now
        case (.stop, _):
            discovery = .off
            lastWindow = now
        case (.stopListening(let number), _) where !Self.mayListen.contains(status): forget(monitor: number)
        case (.listen, .success):
            self.monitor = monitor
            strays.removeAll { $0 == monitor }
            if monitor == nil { restingUntil = now + Self.rest }
            // Its removal was told before its number. All may have been removed before it was added: then it stands, and is
            // taken away with the rest of them.
            if let monitor, removed.contains(monitor) { self.monitor = nil }
            if monitor != nil, self.monitor != nil, removed.contains(0) { lastHeard = now - Self.silenceBesideLinks }
        case (.listen, let status) where Self.lasting.contains(status): canListen = false
        default:
            restingUntil = now + Self.rest
            if action == .listen { (hasFailed, isDue) = (true, true) }
        }
        hasEnded = false
        removed = []
    }

    /// The kernel has a monitor no more, or none where the number is 0.
    private mutating func forget(monitor number: UInt16) {
        if number == 0 || number == monitor { monitor = nil }
        strays.removeAll { number == 0 || number == $0 }
    }

    private mutating func stray(_ monitor: UInt16) {
        if !strays.contains(monitor), strays.count < 16 { strays.append(monitor) }
    }

    /// Somebody took a monitor away, all of them where the number is 0.
    mutating func removed(monitor number: UInt16) {
        forget(monitor: number)
        if awaited == .listen { removed.insert(number) }
    }

    /// Takes in that discovery has begun or ended.
    mutating func discovering(_ isOn: Bool, at now: Duration) {
        airtime.pass(to: now, isWanted: demand != .nothing, isActive: isActive)
        if case .stop = awaited {
            hasEnded = !isOn
        } else if !isOn, discovery != .off {
            discovery = .off
            lastWindow = now
        }
    }

    /// Notes that an advertisement was received.
    mutating func heard(at now: Duration) { if let lastHeard { self.lastHeard = max(lastHeard, now) } }

    /// Notes that something was received over a link: the controller lives, whether it listens or not.
    mutating func heardOverLink(at now: Duration) { lastOverLink = max(lastOverLink, now) }

    /// Notes an advertisement; one that was never heard before makes curious, where it answers.
    mutating func heard(_ address: BluetoothAddress, answers: Bool, at now: Duration) {
        heard(at: now)
        if known.count >= Self.knownLimit { known = [] }
        guard known.insert(address).inserted, answers, !isActive else { return }
        isCurious = true
    }

    /// Somebody new wants to hear: what devices tell when they are asked is asked anew.
    mutating func begin() { isDue = isDue || wantsAnswers && demand != .nothing }

    /// The adapter was switched off or on: discovery that ran has ended.
    mutating func reset(at now: Duration) {
        airtime.pass(to: now, isWanted: demand != .nothing, isActive: isActive)
        // The kernel keeps monitors meanwhile.
        if let monitor { stray(monitor) }
        (discovery, awaited, monitor) = (.off, nil, nil)
        lastHeard = nil
        begin()
    }
}
