public import Signals

/// The figures of one night. Each names its method and says why where it is missing.
public struct SleepMeasures: Hashable, Sendable {
    /// Minutes asleep in the sleep period.
    public var totalSleepTime: Estimate
    /// Minutes from lights out to the first sleep; unknown without a lights-out mark.
    public var sleepOnsetLatency: Estimate
    /// Minutes awake between the first and the last sleep of the period.
    public var wakeAfterSleepOnset: Estimate
    /// Sleep per time in bed, or per sleep period where the time in bed is unknown, 0 ... 100; the method's parameter
    /// `per_time_in_bed` says which.
    public var sleepEfficiency: Estimate
    /// Wake bouts between the first and the last sleep that last at least the method's parameter `minimum_minutes`.
    public var awakenings: Estimate
    /// Minutes from the start to the end of the sleep period.
    public var sleepPeriod: Estimate
    /// Minutes from lights out to the end of the sleep period; unknown without a lights-out mark.
    public var timeInBed: Estimate
    /// The middle of the sleep period as hours of local time, 0 ..< 24.
    public var midSleep: Estimate

    /// Memberwise.
    public init(
        totalSleepTime: Estimate, sleepOnsetLatency: Estimate, wakeAfterSleepOnset: Estimate,
        sleepEfficiency: Estimate, awakenings: Estimate, sleepPeriod: Estimate, timeInBed: Estimate, midSleep: Estimate
    ) {
        self.totalSleepTime = totalSleepTime
        self.sleepOnsetLatency = sleepOnsetLatency
        self.wakeAfterSleepOnset = wakeAfterSleepOnset
        self.sleepEfficiency = sleepEfficiency
        self.awakenings = awakenings
        self.sleepPeriod = sleepPeriod
        self.timeInBed = timeInBed
        self.midSleep = midSleep
    }

    /// Every measure by its name in JSON and exports, in a fixed order.
    public var named: [(name: String, estimate: Estimate)] {
        [
            ("total_sleep_time_min", totalSleepTime), ("sleep_onset_latency_min", sleepOnsetLatency),
            ("wake_after_sleep_onset_min", wakeAfterSleepOnset), ("sleep_efficiency_percent", sleepEfficiency),
            ("awakenings", awakenings), ("sleep_period_min", sleepPeriod), ("time_in_bed_min", timeInBed),
            ("mid_sleep_h", midSleep),
        ]
    }
}
