/// A summary of the samples in one interval, named by its start; intervals lie on multiples of their length since
/// 1970 in the zone of the aggregation.
public struct Epoch: Hashable, Sendable {
    /// Movement over an epoch, from three-axis acceleration in g.
    public struct Motion: Hashable, Sendable {
        /// Acceleration samples in the epoch; fewer than rate times length when it is partial.
        public var samples: Int
        /// Mean of max(|a| - 1, 0), in g (van Hees 2013).
        public var enmo: Double
        /// Mean of ||a| - 1|, in g (ENMOa, Bakrania 2016); nil where it was not kept.
        public var enmoa: Double?
        /// Mean absolute deviation of |a| from its epoch mean, in g (Vähä-Ypyä 2015).
        public var mad: Double
        /// Angle of the z axis to the horizontal plane, -90 ... 90 degrees, from 5-second rolling medians of the axes
        /// (van Hees 2015).
        public var angleZ: Double

        /// Memberwise; what is not given has its default.
        public init(samples: Int, enmo: Double, mad: Double, angleZ: Double, enmoa: Double? = nil) {
            self.samples = samples
            self.enmo = enmo
            self.enmoa = enmoa
            self.mad = mad
            self.angleZ = angleZ
        }
    }

    /// Heart beats over an epoch.
    public struct Heart: Hashable, Sendable {
        /// Beats whose R peak lies in the epoch.
        public var beats: Int
        /// Mean heart rate, 60 000 / mean RR over the accepted beats, or the device's own where it sends no RR; per
        /// minute.
        public var rate: Double

        /// Memberwise.
        public init(beats: Int, rate: Double) {
            self.beats = beats
            self.rate = rate
        }
    }

    /// The start of the interval.
    public var start: Instant
    /// The length of the interval, in whole seconds.
    public var seconds: Int
    /// Movement; nil when the epoch has no acceleration sample.
    public var motion: Motion?
    /// Heart; nil when the epoch has neither beat nor rate.
    public var heart: Heart?

    /// Memberwise; what is not given has its default.
    public init(start: Instant, seconds: Int, motion: Motion? = nil, heart: Heart? = nil) {
        self.start = start
        self.seconds = seconds
        self.motion = motion
        self.heart = heart
    }

    /// The end of the interval, exclusive.
    public var end: Instant { start.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000) }
}
