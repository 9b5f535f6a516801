/// What a figure of a person's nights usually is.
public struct UsualFigure: Hashable, Sendable {
    /// The median of the nights.
    public var median: Double
    /// The spread about it: 1.4826 times the median distance from it, which is the standard deviation of what is normal.
    public var spread: Double
    /// How many nights.
    public var nights: Int

    /// Nights that are needed.
    public static let least = 5

    /// The usual of earlier nights; nil for fewer than ``least``.
    public init?(_ values: [Double]) {
        let values = values.filter(\.isFinite)
        guard values.count >= Self.least else { return nil }
        nights = values.count
        median = Self.middle(values)
        let center = median
        spread = 1.4826 * Self.middle(values.map { abs($0 - center) })
    }

    private static func middle(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let half = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
}
