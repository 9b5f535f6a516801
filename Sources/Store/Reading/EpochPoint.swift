package import Signals

/// Epochs beside each other as one point of a chart.
package struct EpochPoint: Hashable, Sendable {
    /// The mean and the range of a value over the point.
    package struct Spread: Hashable, Sendable {
        /// The mean over the epochs with a value.
        package var mean: Double
        /// The least value.
        package var least: Double
        /// The greatest: what a chart must show, because a peak must not drown in a mean.
        package var greatest: Double
        /// The number of epochs with a value.
        package var count: Int
    }

    /// The start of the point.
    package var start: Instant
    /// The length of the point, in seconds.
    package var seconds: Int
    /// Epochs in it; fewer than fit where something is missing.
    package var epochs: Int
    /// ENMO, in g; nil when no epoch has motion.
    package var enmo: Spread?
    /// MAD, in g; nil when no epoch has motion.
    package var mad: Spread?
    /// The angle of the z axis, in degrees; nil when no epoch has motion.
    package var angleZ: Spread?
    /// Heart rate, per minute; nil when no epoch has a heart.
    package var heartRate: Spread?

    init(start: Instant, seconds: Int) {
        self.start = start
        self.seconds = seconds
        epochs = 0
    }

    /// Adds an epoch to the sums.
    mutating func add(_ epoch: Epoch) {
        epochs += 1
        if let motion = epoch.motion {
            Spread.add(motion.enmo, to: &enmo)
            Spread.add(motion.mad, to: &mad)
            Spread.add(motion.angleZ, to: &angleZ)
        }
        if let heart = epoch.heart { Spread.add(heart.rate, to: &heartRate) }
    }

    /// Turns sums into means.
    mutating func close() {
        for value in [\EpochPoint.enmo, \.mad, \.angleZ, \.heartRate] {
            if let count = self[keyPath: value]?.count { self[keyPath: value]?.mean /= Double(count) }
        }
    }
}

extension EpochPoint.Spread {
    /// Takes a value in; ``mean`` is the sum until the point is closed.
    fileprivate static func add(_ value: Double, to spread: inout EpochPoint.Spread?) {
        guard value.isFinite else { return }
        guard let old = spread else {
            return spread = EpochPoint.Spread(mean: value, least: value, greatest: value, count: 1)
        }
        spread = EpochPoint.Spread(
            mean: old.mean + value, least: min(old.least, value), greatest: max(old.greatest, value),
            count: old.count + 1)
    }
}
