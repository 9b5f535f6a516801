/// Sleep periods from one-minute sleep and wake states (Tudor-Locke and others, Applied Physiology, Nutrition and
/// Metabolism 39, 2014, as ActiLife computes it).
///
/// A period begins with the first of `bedtimeStart` minutes of sleep in a row and ends with the first of `wakeTimeEnd`
/// minutes of wake in a row.
public struct TudorLocke: Hashable, Sendable {
    /// Minutes of sleep in a row that begin a period.
    public var bedtimeStart: Int
    /// Minutes of wake in a row that end a period.
    public var wakeTimeEnd: Int
    /// The shortest period, in minutes.
    public var shortest: Int
    /// The longest period, in minutes.
    public var longest: Int
    /// A period needs more minutes with movement than this, unless it is 0; ActiLife drops those with as many.
    public var nonzeroMinutes: Int
    /// Whether a period is kept that has not ended when the recording does; ActiLife drops it.
    public var keepsOpenEnd: Bool

    /// The rule with ActiLife's default parameters.
    public init(
        bedtimeStart: Int = 5, wakeTimeEnd: Int = 10, shortest: Int = 160, longest: Int = 1440, nonzeroMinutes: Int = 0,
        keepsOpenEnd: Bool = false
    ) {
        self.bedtimeStart = max(1, bedtimeStart)
        self.wakeTimeEnd = max(1, wakeTimeEnd)
        self.shortest = shortest
        self.longest = longest
        self.nonzeroMinutes = nonzeroMinutes
        self.keepsOpenEnd = keepsOpenEnd
    }

    /// The periods in `states`, in order.
    ///
    /// A run of unknown minutes shorter than ``wakeTimeEnd`` continues what was before; a longer one, and minutes without
    /// the recorder, count as wake.
    /// - Parameters:
    ///   - states: sleep and wake, minute by minute.
    ///   - counts: the movement of each minute for the indices; empty when it is unknown, which leaves
    ///     ``nonzeroMinutes`` without effect.
    public func periods(in states: [SleepState], counts: [Double] = []) -> [TudorLockePeriod] {
        let settled = settle(states)
        var periods: [TudorLockePeriod] = []
        var start: Int?
        for run in StateRun.runs(of: settled) {
            if run.state == .asleep, run.count >= bedtimeStart, start == nil {
                start = run.epochs.lowerBound
            } else if run.state == .awake, run.count >= wakeTimeEnd, let begun = start {
                periods.append(TudorLockePeriod(begun..<run.epochs.lowerBound, states: settled, counts: counts))
                start = nil
            }
        }
        if let start, keepsOpenEnd {
            periods.append(TudorLockePeriod(start..<settled.count, states: settled, counts: counts))
        }
        return periods.filter { period in
            (shortest...max(shortest, longest)).contains(period.minutes.count)
                && (counts.isEmpty || nonzeroMinutes == 0 || period.movingMinutes > nonzeroMinutes)
        }
    }

    private func settle(_ states: [SleepState]) -> [SleepState] {
        var settled = states
        var before = SleepState.awake
        for run in StateRun.runs(of: states) {
            switch run.state {
            case .asleep, .awake: before = run.state
            case .notWorn:
                for index in run.epochs { settled[index] = .awake }
                before = .awake
            case .unknown:
                let state = run.count < wakeTimeEnd ? before : .awake
                for index in run.epochs { settled[index] = state }
                before = state
            }
        }
        return settled
    }
}
