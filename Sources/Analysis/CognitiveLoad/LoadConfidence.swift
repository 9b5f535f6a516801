/// How much to trust a load, 0 ... 1, with the four parts whose product is that of the heart, and that of reading.
public struct LoadConfidence: Hashable, Sendable {
    /// 1 at rest, 0 from a movement of 0.20 g on, 0.5 without a motion sensor.
    public var motion: Double
    /// 1 with clean beats and stillness, so that variability counts in full; 0.75 with the rate of beats alone, 0.25 with
    /// the device's own rate alone, 0 without.
    public var signal: Double
    /// Samples of the person's own baseline over 30, at most 1; 0.3 with a borrowed baseline.
    public var baseline: Double
    /// How well good beats cover the 90 s of the rate: 1 from 60 % on; of a rate that is held at most half, and fading.
    public var coverage: Double
    /// 0.3 to 0.8 where reading was seen in the last minute, else 0.
    public var behaviour: Double

    /// Memberwise; what is not given has its default.
    public init(motion: Double, signal: Double, baseline: Double, coverage: Double, behaviour: Double = 0) {
        self.motion = motion
        self.signal = signal
        self.baseline = baseline
        self.coverage = coverage
        self.behaviour = behaviour
    }

    /// The confidence of the heart's part alone.
    public var heart: Double { motion * signal * baseline * coverage }
    /// The confidence of heart and behaviour together: that not both are wrong.
    public var value: Double { behaviour > 0 ? 1 - (1 - heart) * (1 - behaviour) : heart }

    /// The gate of movement for variability: 1 up to 0.02 g, 0 from 0.10 g on, straight between.
    public static func gate(motion: Double) -> Double { min(1, max(0, (0.10 - motion) / 0.08)) }
}
