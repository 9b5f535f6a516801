public import Signals

/// What the load index is computed from, at one moment.
public struct LoadFeatures: Hashable, Sendable {
    /// Where the movement comes from.
    public enum Motion: Hashable, Sendable {
        /// There is no motion sensor.
        case noSensor
        /// There is one, and it has been silent.
        case missing
        /// There may be one, and its wearer refuses movement.
        case refused
        /// The level over the last 30 s, in g, and whether a jerk above 0.3 g was less than 10 s ago.
        case level(Double, isJerked: Bool)
    }

    /// The end of the windows.
    public var time: Instant
    /// Median heart rate over the last 30 s, per minute.
    public var heartRate: Estimate
    /// The rate that the formula ``LoadFormula/heart`` takes; nil where there is none.
    public var steady: SteadyRate?
    /// RMSSD over the last 60 s, in ms.
    public var rmssd: Estimate
    /// SDNN over the last 60 s, in ms.
    public var sdnn: Estimate
    /// Share of the window that good data cover, 0 ... 1.
    public var coverage: Double
    /// Movement over the last 30 s.
    public var motion: Motion
    /// Reading; nil when nobody reads or nobody sees it.
    public var reading: ReadingBehaviour?

    /// Memberwise; what is not given has its default.
    public init(
        time: Instant, heartRate: Estimate, steady: SteadyRate? = nil, rmssd: Estimate, sdnn: Estimate,
        coverage: Double = 1, motion: Motion, reading: ReadingBehaviour? = nil
    ) {
        self.time = time
        self.heartRate = heartRate
        self.steady = steady
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.coverage = coverage
        self.motion = motion
        self.reading = reading
    }

    /// The least share of the last minute that good intervals must cover for RMSSD and SDNN to count: what is required
    /// of optical sensors. With fewer, the beats that a sensor could tell are a choice of the calm ones.
    public static let leastCoverage = 0.6

    /// The largest share of beats that are artefacts with which RMSSD and SDNN count: above, what is left is no sample
    /// of the rhythm any more.
    public static let mostArtefacts = 0.05

    /// Features of a window of beats. RMSSD and SDNN are left out where intervals cover less than ``leastCoverage`` of
    /// the last minute or more than ``mostArtefacts`` of its beats are artefacts, and where movement closes the gate of
    /// ``LoadConfidence/gate(motion:)``: there they follow the sensor's errors. Heart rate, a median, stands more.
    public init(_ window: HeartWindow, steady: SteadyRate? = nil, motion: Motion) {
        self.init(
            time: window.time, heartRate: window.heartRate, steady: steady, rmssd: window.rmssd, sdnn: window.sdnn,
            coverage: window.coverage, motion: motion)
        guard let reason = doubt(of: window) else { return }
        if rmssd.value != nil { rmssd = Estimate(unknown: reason, method: rmssd.method) }
        if sdnn.value != nil { sdnn = Estimate(unknown: reason, method: sdnn.method) }
    }

    /// Why the variability of a window cannot be trusted; nil where it can.
    private func doubt(of window: HeartWindow) -> String? {
        if let motionLevel, LoadConfidence.gate(motion: motionLevel) <= 0 {
            return "moving too much to trust the variability"
        }
        if window.coverage < Self.leastCoverage { return "good beats cover less than 60 % of the last minute" }
        return window.artefacts > Self.mostArtefacts ? "more than 5 % of the last minute's beats are artefacts" : nil
    }

    /// Whether ``heartRate`` is of rates that the device computed, for want of intervals.
    var hasDeviceRate: Bool { heartRate.method.name == HeartWindow.deviceRateMethod.name }

    /// The level of ``motion``, in g; nil when unknown.
    public var motionLevel: Double? {
        if case .level(let level, _) = motion { return level }
        return nil
    }
}
