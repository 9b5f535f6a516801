public import Signals

/// The heart rate of somebody at rest, out of a night or a day of rates.
public enum RestingHeartRate {
    /// A heart rate at a time.
    public struct Rate: Hashable, Sendable {
        /// When it was measured.
        public var time: Instant
        /// Beats per minute.
        public var rate: Double

        /// A rate.
        public init(time: Instant, rate: Double) { (self.time, self.rate) = (time, rate) }
    }

    /// Seconds whose mean counts.
    private static let window = 1800.0
    /// Rates that a window needs at least, and the seconds from its first to its last.
    private static let least = (count: 5, seconds: 1200.0)

    /// The lowest mean of any half hour of sleep, as watches tell it; nil where no half hour has rates enough: five over
    /// 20 minutes.
    /// - Parameter rates: of the sleep period, in order of time; any that are no number are passed over.
    public static func asleep(_ rates: [Rate]) -> Estimate {
        let method = Method("lowest-half-hour", parameters: ["window_s": window, "minimum_s": least.seconds])
        let rates = rates.filter(\.rate.isFinite)
        var lowest: Double?
        var first = 0
        var sum = 0.0
        for index in rates.indices {
            sum += rates[index].rate
            while rates[index].time.seconds(since: rates[first].time) >= window {
                sum -= rates[first].rate
                first += 1
            }
            let count = index - first + 1
            guard count >= least.count, rates[index].time.seconds(since: rates[first].time) >= least.seconds else {
                continue
            }
            lowest = min(lowest ?? .infinity, sum / Double(count))
        }
        return lowest.map { Estimate($0, method: method) }
            ?? Estimate(unknown: "no half hour of sleep with heart rates", method: method)
    }

    /// Rates of a day that the 10th percentile needs.
    private static let dayCount = 60

    /// The 10th percentile of a day's rates, for days without a night: higher than ``asleep(_:)`` by some beats. Nil below 60
    /// rates.
    public static func awake(_ rates: [Rate]) -> Estimate {
        let method = Method("tenth-percentile", parameters: ["quantile": 0.1, "minimum": Double(dayCount)])
        let values = rates.map(\.rate).filter(\.isFinite).sorted()
        guard values.count >= dayCount else {
            return Estimate(unknown: "fewer than \(dayCount) heart rates", method: method)
        }
        let place = 0.1 * Double(values.count - 1)
        let low = Int(place)
        let next = min(low + 1, values.count - 1)
        return Estimate(values[low] + (place - Double(low)) * (values[next] - values[low]), method: method)
    }
}
