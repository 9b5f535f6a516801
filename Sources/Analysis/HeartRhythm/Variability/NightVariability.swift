public import Signals

/// Heart rate variability of a night: the median of its stretches of five minutes.
public enum NightVariability {
    /// Stretches with figures that a night needs.
    private static let least = 6

    /// The RMSSD of the beats of a sleep period, in milliseconds; nil where fewer than six stretches of five minutes have a
    /// minute of clean beats.
    /// - Parameters:
    ///   - beats: in order of time, labelled.
    ///   - period: from falling asleep to waking up.
    public static func rmssd(_ beats: [Beat], in period: Range<Instant>) -> Estimate {
        rmssd(beats, in: [period], least: least)
    }

    static func method(least: Int) -> Method {
        Method(
            "rmssd-median", parameters: ["window_s": RecentVariability.windowSeconds, "minimum_windows": Double(least)])
    }

    /// The same of several spans in order, cut into stretches of five minutes from the start of each, of which `least` must have
    /// a figure.
    static func rmssd(_ beats: [Beat], in spans: [Range<Instant>], least: Int) -> Estimate {
        var found: [Double] = []
        var rest = beats[...]
        for span in spans {
            rest = rest.drop { $0.time < span.lowerBound }
            while let first = rest.first, first.time < span.upperBound {
                let passed = first.time.seconds(since: span.lowerBound) / RecentVariability.windowSeconds
                let end = min(
                    span.upperBound,
                    span.lowerBound.advanced(bySeconds: (passed.rounded(.down) + 1) * RecentVariability.windowSeconds))
                let window = rest.prefix { $0.time < end }
                if let value = RecentVariability(Array(window))?.rmssd.value { found.append(value) }
                // A beat on the very edge that rounding left out must not be looked at for ever.
                rest = rest.dropFirst(max(1, window.count))
            }
        }
        guard found.count >= least else {
            let reason =
                least == Self.least
                ? "less than half an hour of sleep with clean beats" : "too few clean beats in that part of sleep"
            return Estimate(unknown: reason, method: method(least: least))
        }
        return Estimate(
            found.withUnsafeMutableBufferPointer { OrderStatistics.selectedMedian($0) }, method: method(least: least))
    }
}
