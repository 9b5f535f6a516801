/// The plain figures of the states of one sleep period.
public struct PeriodFigures: Hashable, Sendable {
    /// Minutes scored as sleep.
    public let totalSleepTime: Double
    /// Minutes scored as wake between the first and the last sleep.
    public let wakeAfterSleepOnset: Double
    /// Wake bouts of at least one minute between the first and the last sleep.
    public let awakenings: Int
    /// Sleep in percent of the epochs scored as sleep or wake; 0 without any.
    public let efficiency: Double
    /// From the first to the last sleep, as indices of the states; nil without sleep.
    public let slept: Range<Int>?
    /// The wake bouts that are counted as ``awakenings``, as indices of the states.
    public let wakes: [Range<Int>]

    /// Bouts of sleep of at most a minute, in percent of all bouts of sleep; 0 without any.
    public let fragmentationIndex: Double

    /// The shortest wake bout that counts as an awakening, in minutes.
    public static let shortestAwakening = 1.0

    /// The figures of `states`, epochs of `epochSeconds`.
    public init(_ states: ArraySlice<SleepState>, epochSeconds: Int) {
        let minutes = { (count: Int) in Double(count) * Double(epochSeconds) / 60 }
        let asleep = states.count { $0 == .asleep }
        let awake = states.count { $0 == .awake }
        totalSleepTime = minutes(asleep)
        efficiency = asleep + awake == 0 ? 0 : 100 * Double(asleep) / Double(asleep + awake)
        guard let first = states.firstIndex(of: .asleep), let last = states.lastIndex(of: .asleep) else {
            slept = nil
            wakes = []
            wakeAfterSleepOnset = 0
            awakenings = 0
            fragmentationIndex = 0
            return
        }
        let between = first..<(last + 1)
        slept = between
        wakeAfterSleepOnset = minutes(states[between].count { $0 == .awake })
        wakes = StateRun.runs(of: Array(states[between]))
            .filter { $0.state == .awake && minutes($0.count) >= Self.shortestAwakening }
            .map { ($0.epochs.lowerBound + first)..<($0.epochs.upperBound + first) }
        awakenings = wakes.count
        let bouts = StateRun.runs(of: Array(states[between])).filter { $0.state == .asleep }
        fragmentationIndex = 100 * Double(bouts.count { minutes($0.count) <= 1 }) / Double(max(1, bouts.count))
    }
}
