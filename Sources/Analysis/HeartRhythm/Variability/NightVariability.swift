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
        let method = Method(
            "rmssd-median", parameters: ["window_s": RecentVariability.windowSeconds, "minimum_windows": Double(least)])
        var found: [Double] = []
        var rest = beats[...].drop { $0.time < period.lowerBound }
        while let first = rest.first, first.time < period.upperBound {
            let passed = first.time.seconds(since: period.lowerBound) / RecentVariability.windowSeconds
            let end = min(
                period.upperBound,
                period.lowerBound.advanced(bySeconds: (passed.rounded(.down) + 1) * RecentVariability.windowSeconds))
            let window = rest.prefix { $0.time < end }
            if let value = RecentVariability(Array(window))?.rmssd.value { found.append(value) }
            // A beat on the very edge that rounding left out must not be looked at for ever.
            rest = rest.dropFirst(max(1, window.count))
        }
        guard found.count >= least else {
            return Estimate(unknown: "less than half an hour of sleep with clean beats", method: method)
        }
        return Estimate(found.withUnsafeMutableBufferPointer { OrderStatistics.selectedMedian($0) }, method: method)
    }
}
