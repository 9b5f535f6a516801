/// The least active 5 and the most active 10 hours of the mean day, which wraps around midnight (Van Someren 1999).
public struct LeastMostActive: Hashable, Sendable {
    /// The mean of the least active 5 hours, in the unit of the values.
    public let l5: Double
    /// The start of those hours, in seconds since midnight; the first of several.
    public let l5Onset: Int
    /// The mean of the most active 10 hours.
    public let m10: Double
    /// The start of those hours, in seconds since midnight; the first of several.
    public let m10Onset: Int

    /// (M10 - L5) / (M10 + L5), 0 ... 1; nil when nothing moved.
    public var relativeAmplitude: Double? { m10 + l5 > 0 ? (m10 - l5) / (m10 + l5) : nil }

    /// Both of the mean day of `days`.
    /// - Returns: nil without a whole day, or when some window of 5 hours is known on no day for more than half.
    public init?(_ days: WholeDays) {
        guard days.days > 0 else { return nil }
        let profile = DayProfile(days)
        let isEven = profile.counts[0] > 0 && profile.counts.allSatisfy { $0 == profile.counts[0] }
        // Sums of counts are exact, so that equal windows stay equal whatever came before them.
        let values = isEven ? profile.sums : profile.means
        let scale = isEven ? Double(profile.counts[0]) : 1
        guard let least = Self.extreme(values, width: 5 * 3600 / days.epochSeconds, isBetter: <),
            let most = Self.extreme(values, width: 10 * 3600 / days.epochSeconds, isBetter: >)
        else { return nil }
        l5 = least.mean / scale
        m10 = most.mean / scale
        l5Onset = least.start * days.epochSeconds
        m10Onset = most.start * days.epochSeconds
    }

    private static func extreme(
        _ values: [Double], width: Int, isBetter: (Double, Double) -> Bool
    ) -> (mean: Double, start: Int)? {
        var sum = 0.0
        var known = 0
        for value in values.prefix(width) where !value.isNaN {
            sum += value
            known += 1
        }
        var best: (mean: Double, start: Int)?
        for start in values.indices {
            guard known * 2 > width else { return nil }
            let mean = sum / Double(known)
            if best.map({ isBetter(mean, $0.mean) }) ?? true { best = (mean, start) }
            let leaving = values[start]
            let coming = values[(start + width) % values.count]
            if !leaving.isNaN { (sum, known) = (sum - leaving, known - 1) }
            if !coming.isNaN { (sum, known) = (sum + coming, known + 1) }
        }
        return best
    }
}
