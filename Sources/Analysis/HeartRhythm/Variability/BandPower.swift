/// Power of the rhythm in the bands of the Task Force of ESC and NASPE (Circulation 1996), in ms²; a band holds its
/// lower limit and not its upper one.
public struct BandPower: Hashable, Sendable {
    /// 0.003 ... 0.04 Hz.
    public var veryLow: Double
    /// 0.04 ... 0.15 Hz.
    public var low: Double
    /// 0.15 ... 0.40 Hz.
    public var high: Double

    /// The limits of the bands, in Hz.
    static let limits = (veryLow: 0.003..<0.04, low: 0.04..<0.15, high: 0.15..<0.40)

    /// The three together.
    public var total: Double { veryLow + low + high }
    /// Low over high; nil without high. It does not measure a balance of the autonomic nerves (Billman 2013) and enters
    /// no index.
    public var ratio: Double? { high > 0 ? low / high : nil }
    /// Low in percent of low and high; nil without either.
    public var lowShare: Double? { low + high > 0 ? 100 * low / (low + high) : nil }
    /// High in percent of low and high; nil without either.
    public var highShare: Double? { low + high > 0 ? 100 * high / (low + high) : nil }

    /// The bands of a density in ms²/Hz, by trapezoids over the frequencies that lie in each.
    init(density: [Double], frequency: (Int) -> Double) {
        func power(_ band: Range<Double>) -> Double {
            var sum = 0.0
            var last: Int?
            for index in density.indices where band.contains(frequency(index)) {
                if let last { sum += (frequency(index) - frequency(last)) * (density[index] + density[last]) / 2 }
                last = index
            }
            return sum
        }
        veryLow = power(Self.limits.veryLow)
        low = power(Self.limits.low)
        high = power(Self.limits.high)
    }
}
