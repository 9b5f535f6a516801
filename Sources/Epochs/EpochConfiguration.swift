public import Signals

/// What an ``EpochAggregator`` makes and how patient it is.
public struct EpochConfiguration: Sendable {
    /// Lengths of the epochs in whole seconds, ascending, each once.
    public let lengths: [Int]
    /// The zone on whose wall time epochs lie at multiples of their length since 1970.
    public let zone: Zone
    /// How long samples may come after later ones of their stream. A second is closed when a sample, or
    /// ``EpochAggregator/advance(to:)``, is this far beyond its end.
    public let lateness: Duration
    /// Acceleration samples kept of one second; those beyond are counted as a loss of cause `overflow`.
    public let maximumRate: Int
    /// The greatest |a| that is accepted, in g; larger values are taken for errors.
    public let maximumAcceleration: Double
    /// The largest distance of time stamps from the time of arrival, both ways; nil when arrival is meaningless, as for
    /// a file.
    public let clockTolerance: Duration?
    /// Stamps that go back by more than this are a step of the clock, by less they are late; samples that follow a
    /// hole longer than this begin a new segment.
    public let stepThreshold: Duration

    /// A configuration; lengths of 1, 5, 30 and 60 s in UTC by default.
    /// - Precondition: lengths lie in 1 ... 86 400 s, `lateness` in 0 ... 1 hour, `maximumRate` in 1 ... 65 536,
    ///   `stepThreshold` is not below `lateness`.
    public init(
        lengths: [Int] = [1, 5, 30, 60], zone: Zone = .utc, lateness: Duration = .seconds(2), maximumRate: Int = 4096,
        maximumAcceleration: Double = 256, clockTolerance: Duration? = nil, stepThreshold: Duration = .seconds(60)
    ) {
        precondition(lengths.allSatisfy((1...86_400).contains), "an epoch lasts 1 to 86 400 seconds")
        precondition(lateness >= .zero && lateness <= .seconds(3600), "lateness lies between 0 and 1 hour")
        precondition((1...65_536).contains(maximumRate), "the rate cap lies between 1 and 65 536")
        precondition(stepThreshold >= lateness, "a step is longer than lateness")
        self.lengths = Set(lengths).sorted()
        self.zone = zone
        self.lateness = lateness
        self.maximumRate = maximumRate
        self.maximumAcceleration = maximumAcceleration
        self.clockTolerance = clockTolerance
        self.stepThreshold = stepThreshold
    }
}

extension Duration {
    /// The epoch length in nanoseconds, clamped to `Int64`.
    var nanoseconds: Int64 {
        let (seconds, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if isTooLong { return components.seconds < 0 ? .min : .max }
        return seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000).partialValue
    }
}
