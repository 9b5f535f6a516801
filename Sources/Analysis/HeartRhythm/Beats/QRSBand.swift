import Glibc

/// The band of QRS complexes, about 5 to 25 Hz, without delay: a narrow Gaussian mean less a wide one.
///
/// Where this is highest is the middle of a complex. The highest raw sample is not: the smaller the wave, the further
/// noise moves it, and a notch or a broad second wave draws it to one side.
struct QRSBand: Sendable {
    /// Standard deviations of the two means, in seconds: they halve 25 Hz and 5 Hz.
    private static let widths = (narrow: 0.0075, wide: 0.0375)
    /// The middle weight and those after it; those before it are the same.
    private let weights: [Double]

    /// - Parameter rate: samples per second.
    init(rate: Double) {
        let reach = max(2, Int((3 * Self.widths.wide * rate).rounded()))
        let narrow = Self.mean(of: Self.widths.narrow * rate, reach: reach)
        let wide = Self.mean(of: Self.widths.wide * rate, reach: reach)
        weights = zip(narrow, wide).map { $0 - $1 }
    }

    /// The signal in the band at a sample that is still there; samples beyond the ends count as those at the ends.
    func value(_ signal: SampleHistory, at index: Int) -> Double {
        let (first, last) = (signal.first, signal.count - 1)
        guard first <= last else { return 0 }
        func sample(_ index: Int) -> Double { signal[min(last, max(first, index))] }
        var sum = weights[0] * sample(index)
        for step in 1..<weights.count { sum += weights[step] * (sample(index - step) + sample(index + step)) }
        return sum
    }

    /// The weights of a Gaussian from its middle outwards; mirrored, they sum to 1.
    private static func mean(of deviation: Double, reach: Int) -> [Double] {
        let half = (0...reach).map { exp(-0.5 * Double($0 * $0) / (deviation * deviation)) }
        let whole = 2 * half.reduce(0, +) - half[0]
        return half.map { $0 / whole }
    }
}
