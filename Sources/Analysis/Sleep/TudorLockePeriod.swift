/// A sleep period and ActiLife's figures of it. Latency is 0 by the rule's definition and therefore not among them.
public struct TudorLockePeriod: Hashable, Sendable {
    /// From the minute of going to bed to the first minute of being up.
    public var minutes: Range<Int>
    /// Minutes scored as sleep.
    public var totalSleepTime: Int
    /// Bouts of wake of at least one minute.
    public var awakenings: Int
    /// Minutes with a count above zero; 0 when the counts are unknown.
    public var movingMinutes: Int
    /// The sum of the counts; 0 when they are unknown.
    public var totalCounts: Double
    /// Bouts of sleep of exactly one minute, in percent of all bouts of sleep.
    public var fragmentationIndex: Double

    init(_ minutes: Range<Int>, states: [SleepState], counts: [Double]) {
        self.minutes = minutes
        let runs = StateRun.runs(of: Array(states[minutes]))
        let sleep = runs.filter { $0.state == .asleep }
        totalSleepTime = sleep.reduce(0) { $0 + $1.count }
        awakenings = runs.count { $0.state == .awake }
        let single = sleep.count { $0.count == 1 }
        fragmentationIndex = sleep.isEmpty ? 0 : 100 * Double(single) / Double(sleep.count)
        let known = counts.count >= minutes.upperBound ? counts[minutes] : []
        movingMinutes = known.count { $0 > 0 }
        totalCounts = known.reduce(0) { $1.isNaN ? $0 : $0 + $1 }
    }

    /// Minutes of the period scored as wake.
    public var wakeAfterSleepOnset: Int { minutes.count - totalSleepTime }
    /// Sleep in percent of the period.
    public var efficiency: Double { 100 * Double(totalSleepTime) / Double(max(1, minutes.count)) }
    /// Mean length of an awakening in minutes; 0 without one.
    public var averageAwakening: Double {
        awakenings == 0 ? 0 : Double(wakeAfterSleepOnset) / Double(awakenings)
    }
    /// Minutes with movement, in percent of the period.
    public var movementIndex: Double { 100 * Double(movingMinutes) / Double(max(1, minutes.count)) }
    /// ``movementIndex`` + ``fragmentationIndex``.
    public var sleepFragmentationIndex: Double { movementIndex + fragmentationIndex }
}
