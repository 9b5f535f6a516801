public import Signals

/// What the last minute of beats says: the live heart readings.
public struct HeartWindow: Hashable, Sendable {
    /// The end of the window.
    public var time: Instant
    /// Median heart rate over the last 30 s, per minute.
    public var heartRate: Estimate
    /// Root mean square of successive differences over the last 60 s, in ms.
    public var rmssd: Estimate
    /// Standard deviation of the intervals over the last 60 s, in ms; not comparable with other window lengths.
    public var sdnn: Estimate
    /// Share of the last 60 s that is covered by accepted intervals, 0 ... 1; of the last 30 s by heart rates where the
    /// source sends no intervals.
    public var coverage: Double
    /// Beats of the last 60 s that are artefacts, 0 ... 1.
    public var artefacts: Double
    /// Whether there are intervals at all, or only heart rates computed by the device.
    public var hasIntervals: Bool

    /// How ``heartRate`` is made.
    public static let heartRateMethod = Method("median-heart-rate", parameters: ["window_s": 30, "minimum_s": 10])
    /// How ``heartRate`` is made where there are too few intervals: of the rates that the device computed.
    public static let deviceRateMethod = Method(
        "median-device-heart-rate", parameters: ["window_s": 30, "minimum_s": 10])
    /// How ``rmssd`` is made.
    public static let rmssdMethod = Method(
        "rmssd-contiguous", parameters: ["window_s": 60, "minimum_s": 30, "minimum_differences": 20])
    /// How ``sdnn`` is made.
    public static let sdnnMethod = Method("sdnn", parameters: ["window_s": 60, "minimum_s": 60, "minimum_beats": 20])

    /// Memberwise.
    public init(
        time: Instant, heartRate: Estimate, rmssd: Estimate, sdnn: Estimate, coverage: Double, artefacts: Double,
        hasIntervals: Bool
    ) {
        self.time = time
        self.heartRate = heartRate
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.coverage = coverage
        self.artefacts = artefacts
        self.hasIntervals = hasIntervals
    }

    /// A window of which nothing can be known.
    public init(time: Instant, unknown reason: String) {
        self.init(
            time: time, heartRate: Estimate(unknown: reason, method: Self.heartRateMethod),
            rmssd: Estimate(unknown: reason, method: Self.rmssdMethod),
            sdnn: Estimate(unknown: reason, method: Self.sdnnMethod), coverage: 0, artefacts: 0, hasIntervals: false)
    }
}
