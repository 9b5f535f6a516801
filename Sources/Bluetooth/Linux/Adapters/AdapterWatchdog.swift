/// Decides when an adapter whose controller answers nothing is reset, and how: a state machine without input or output.
///
/// Two commands in a row without an answer are a hang. Its controller is then switched off and on; when that does not help,
/// the adapter is reset on its bus; and when that does not help either, all of it is tried again after ever longer pauses.
struct AdapterWatchdog {
    /// What is done to an adapter.
    enum Reset: Hashable {
        /// Off and on, by the kernel.
        case power
        /// Of the port that it is plugged into.
        case bus
    }

    /// What may be done to it.
    struct Means: Hashable {
        /// Whether its power is ours: beside bluetoothd it is not.
        var power: Bool
        /// Whether it is on a bus whose ports can be reset.
        var bus: Bool
    }

    private enum State: Hashable {
        case well
        /// So many commands in a row had no answer.
        case suspected(Int)
        /// It hangs, and this is what was done last; nil for nothing yet.
        case hung(after: Reset?)
        /// A reset is under way.
        case resetting(Reset)
        /// It was reset, and until then nothing that it does has shown whether that helped.
        case proving(Reset, until: Duration)
        /// Nothing helped: it is left alone until then.
        case resting(until: Duration)
    }

    /// Commands without an answer that are a hang.
    static let patience = 2
    /// The first pause after everything was tried, doubled up to the longest.
    static let firstPause = Duration.seconds(60)
    static let longestPause = Duration.seconds(1800)
    /// How long it may take until a reset adapter is asked for something that shows whether that helped.
    static let proof = Duration.seconds(60)
    /// One that hangs again before it was well for so long goes on with the next reset, not with the first.
    static let relapse = Duration.seconds(300)

    /// How often the adapter was switched off and on, reset on its bus, and answered again after that.
    private(set) var powerCycles = 0
    private(set) var busResets = 0
    private(set) var recoveries = 0
    private var state = State.well
    private var rounds = 0
    /// The last reset, and since when the adapter is well after it.
    private var last: Reset?
    private var wellSince: Duration?

    /// Whether the adapter is taken for hung.
    var isHung: Bool {
        switch state {
        case .well, .suspected: false
        case .hung, .resetting, .proving, .resting: true
        }
    }

    /// Whether everything was tried without success.
    var isGivenUp: Bool { if case .resting = state { true } else { false } }

    /// Whether it is or was just reset on its bus, where it goes away and comes back.
    var isResetOnBus: Bool {
        switch state {
        case .resetting(.bus), .proving(.bus, _): true
        default: false
        }
    }

    /// When ``next(at:means:)`` is to be asked at the latest.
    var deadline: Duration? {
        switch state {
        case .hung: .zero
        case .resting(let until), .proving(_, let until): until
        case .well, .suspected, .resetting: nil
        }
    }

    /// A command that the controller has to carry out was answered, or was not; `weight` is how many such commands one stands
    /// for to which not even the kernel answered, for it waits much longer than that by itself. Where an answer is no proof, as to
    /// being switched on, it shows no cure: controllers do that and hang with the next scan.
    mutating func answered(_ isAnswer: Bool, weight: Int = 1, isProof: Bool = true, at now: Duration) {
        switch state {
        case .resetting, .hung: return
        case .resting: if isAnswer, isProof { recover(at: now) }
        case .proving(let reset, _):
            if !isAnswer { state = .hung(after: reset) } else if isProof { recover(at: now) }
        case .well, .suspected:
            guard !isAnswer else { return state = .well }
            let count = if case .suspected(let count) = state { count + weight } else { weight }
            guard count >= Self.patience else { return state = .suspected(count) }
            if let wellSince, now >= wellSince + Self.relapse { (rounds, last) = (0, nil) }
            state = .hung(after: last)
        }
    }

    private mutating func recover(at now: Duration) {
        recoveries += 1
        (state, wellSince) = (.well, now)
    }

    /// The reset that is due; ``done(at:)`` is to be called after it.
    mutating func next(at now: Duration, means: Means) -> Reset? {
        switch state {
        case .resting(let until) where until <= now: state = .hung(after: nil)
        // Nobody wanted anything of it. It is not known to hang any more.
        case .proving(_, let until) where until <= now: (state, wellSince) = (.well, now)
        default: break
        }
        guard case .hung(let last) = state else { return nil }
        let reset: Reset
        switch last {
        case nil where means.power: reset = .power
        case nil where means.bus, .power where means.bus: reset = .bus
        default:
            let pause = Self.firstPause * (1 << min(rounds, 5))
            rounds += 1
            state = .resting(until: now + min(pause, Self.longestPause))
            return nil
        }
        if reset == .power { powerCycles += 1 } else { busResets += 1 }
        self.last = reset
        state = .resetting(reset)
        return reset
    }

    /// The reset was carried out, or could not be.
    mutating func done(_ isCarriedOut: Bool, at now: Duration) {
        guard case .resetting(let reset) = state else { return }
        state = isCarriedOut ? .proving(reset, until: now + Self.proof) : .hung(after: reset)
    }

    /// Whether the controller answered a command that it has to carry out; nil where that cannot be told, as the kernel refuses
    /// many by itself. It waits two seconds for the controller, less where another command had no answer before, and then says
    /// that the command failed, in other words with every version.
    static func isAnswer(_ status: ManagementStatus, after duration: Duration) -> Bool? {
        switch status.rawValue {
        case 0x00: true
        case ManagementStatus.silent.rawValue: false
        // Failed, authentication failed (as which some versions tell a timeout), timeout.
        case 0x03, 0x05, 0x08: duration >= .milliseconds(300) ? false : nil
        default: nil
        }
    }
}
