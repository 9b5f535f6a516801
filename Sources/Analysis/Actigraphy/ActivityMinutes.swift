public import Signals

/// How much somebody moved in each minute of a recording, without holes in time.
public struct ActivityMinutes: Hashable, Sendable {
    /// What the values measure.
    public enum Measure: String, Sendable {
        /// A recorder's own counts.
        case counts
        /// Mean ENMO, in g.
        case enmo
    }

    /// The start of the first minute.
    public let start: Instant
    /// One value per minute; NaN where nothing was recorded or the recorder was not worn.
    public let values: [Double]
    /// What ``values`` measure.
    public let measure: Measure

    /// Minutes from their values.
    public init(start: Instant, values: [Double], measure: Measure) {
        self.start = start
        self.values = values
        self.measure = measure
    }

    /// The minutes of counts: of the longest stretch without a pause of more than 26 hours.
    /// - Returns: nil for epochs that do not divide a minute, or without any.
    public init?(counts: CountEpochs) {
        guard let series = CountSeries.minutes(of: counts)?.max(by: { $0.counts.count < $1.counts.count }) else {
            return nil
        }
        let values = zip(series.counts, series.notWorn).map { $1 ? .nan : $0 }
        self.init(start: series.start, values: values, measure: .counts)
    }

    /// The minutes of raw acceleration: the mean ENMO of their epochs, where at least half of a minute is there.
    /// - Parameter epochs: epochs that divide a minute, in any order; those without motion are passed over.
    /// - Returns: nil without any, or when they span more than four years.
    public init?(motion epochs: [Epoch]) {
        let minute: Int64 = 60_000_000_000
        let places = epochs.lazy.filter { $0.motion != nil }.map { Self.floor($0.start.nanoseconds, minute) }
        guard let first = places.min(), let last = places.max(), last - first < 4 * 366 * 1440 else { return nil }
        var sums = [Double](repeating: 0, count: Int(last - first) + 1)
        var seconds = [Int](repeating: 0, count: sums.count)
        for epoch in epochs {
            guard let motion = epoch.motion, motion.enmo.isFinite else { continue }
            let place = Int(Self.floor(epoch.start.nanoseconds, minute) - first)
            sums[place] += motion.enmo * Double(epoch.seconds)
            seconds[place] += epoch.seconds
        }
        self.init(
            start: Instant(nanoseconds: first * minute),
            values: zip(sums, seconds).map { $1 >= 30 ? $0 / Double($1) : .nan }, measure: .enmo)
    }

    private static func floor(_ value: Int64, _ step: Int64) -> Int64 {
        value / step - (value % step < 0 ? 1 : 0)
    }
}
