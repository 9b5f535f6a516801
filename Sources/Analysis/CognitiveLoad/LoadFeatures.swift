public import Signals

/// What the load index is computed from, at one moment.
public struct LoadFeatures: Hashable, Sendable {
    /// Where the movement comes from.
    public enum Motion: Hashable, Sendable {
        /// There is no motion sensor.
        case noSensor
        /// There is one, and it has been silent.
        case missing
        /// The level over the last 30 s, in g, and whether a jerk above 0.3 g was less than 10 s ago.
        case level(Double, isJerked: Bool)
    }

    /// When.
    public var time: Instant
    /// Median heart rate over the last 30 s, per minute.
    public var heartRate: Estimate
    /// RMSSD over the last 60 s, in ms.
    public var rmssd: Estimate
    /// SDNN over the last 60 s, in ms.
    public var sdnn: Estimate
    /// Share of the window that good data cover, 0 ... 1.
    public var coverage: Double
    /// Movement.
    public var motion: Motion
    /// Reading; nil when nobody reads or nobody sees it.
    public var reading: ReadingBehaviour?

    /// Features from their parts.
    public init(
        time: Instant, heartRate: Estimate, rmssd: Estimate, sdnn: Estimate, coverage: Double = 1, motion: Motion,
        reading: ReadingBehaviour? = nil
    ) {
        self.time = time
        self.heartRate = heartRate
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.coverage = coverage
        self.motion = motion
        self.reading = reading
    }

    /// Features of a window of beats.
    public init(_ window: HeartWindow, motion: Motion) {
        self.init(
            time: window.time, heartRate: window.heartRate, rmssd: window.rmssd, sdnn: window.sdnn,
            coverage: window.coverage, motion: motion)
    }

    /// The level of ``motion``, in g; nil when unknown.
    public var motionLevel: Double? {
        if case .level(let level, _) = motion { return level }
        return nil
    }
}
