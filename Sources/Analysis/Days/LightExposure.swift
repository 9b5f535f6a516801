import Glibc
public import Signals

/// How much light a recorder saw: time above levels by day, and the darkest and brightest hours of the mean day.
public struct LightExposure: Hashable, Sendable {
    /// The levels that time above is told of, in lux.
    public static let levels = [10.0, 250, 1000]

    /// One day.
    public struct Day: Hashable, Sendable {
        /// The local day.
        public var date: CivilDate
        /// Minutes with a known value.
        public var knownMinutes: Double
        /// Minutes above each of ``LightExposure/levels``.
        public var minutesAbove: [Double]
        /// The mean of ln(lux + 1), turned back into lux: light is seen by ratios.
        public var geometricMean: Double
    }

    /// Each local day with a value, in order.
    public let days: [Day]
    /// L5 and M10 of the mean day; nil without a whole day.
    public let leastMost: LeastMostActive?

    /// The exposure of epochs in local time.
    /// - Parameter series: lux of each epoch, worn or not; NaN where nothing was recorded.
    public init(_ series: WallClockSeries) {
        let minutes = Double(series.epochSeconds) / 60
        var days: [Day] = []
        var logs = 0.0
        for (place, lux) in series.values.enumerated() where lux >= 0 {
            let passed = series.secondOfDay + place * series.epochSeconds
            let date = series.date.adding(days: passed / 86_400)
            if days.last?.date != date {
                days.append(
                    Day(date: date, knownMinutes: 0, minutesAbove: Self.levels.map { _ in 0 }, geometricMean: 0))
                logs = 0
            }
            let last = days.count - 1
            days[last].knownMinutes += minutes
            for (level, bound) in Self.levels.enumerated() where lux > bound {
                days[last].minutesAbove[level] += minutes
            }
            logs += Cosinor.Scale.log(lux)
            days[last].geometricMean = expm1(logs / (days[last].knownMinutes / minutes))
        }
        self.days = days
        leastMost = WholeDays(series.values, epochSeconds: series.epochSeconds, secondOfDay: series.secondOfDay).flatMap
        {
            LeastMostActive($0)
        }
    }
}
