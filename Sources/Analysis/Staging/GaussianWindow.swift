import Glibc

/// A Gaussian window over a regular series with holes: means and spreads of what is there.
///
/// It ends at three standard deviations. A missing value is NaN, and so is a result where less than ``least`` of the
/// window's weight has values.
struct GaussianWindow {
    /// The share of the weight that must have values.
    var least = 0.1
    /// The weights from the middle to the right end.
    private let half: [Double]
    private let whole: Double

    /// A window whose standard deviation is `sigma` steps.
    init(_ sigma: Double, least: Double = 0.1) {
        self.least = least
        half = (0...Int((3 * sigma).rounded(.up))).map { exp(-0.5 * (Double($0) / sigma) * (Double($0) / sigma)) }
        whole = half[0] + 2 * half.dropFirst().reduce(0, +)
    }

    /// The weighted mean around each value; NaN where too little is known.
    func mean(_ values: [Double]) -> [Double] {
        var result = [Double](repeating: .nan, count: values.count)
        values.withUnsafeBufferPointer { values in
            half.withUnsafeBufferPointer { half in
                for place in values.indices {
                    var (total, weight) = (0.0, 0.0)
                    for other in max(0, place - half.count + 1)...min(values.count - 1, place + half.count - 1) {
                        let value = values[other]
                        guard !value.isNaN else { continue }
                        let share = half[abs(other - place)]
                        total += share * value
                        weight += share
                    }
                    if weight >= least * whole { result[place] = total / max(weight, 1e-12) }
                }
            }
        }
        return result
    }

    /// The weighted standard deviation around each place.
    func spread(_ values: [Double]) -> [Double] {
        let known = values.filter { !$0.isNaN }
        let level = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
        let first = mean(values.map { $0 - level })
        let second = mean(values.map { ($0 - level) * ($0 - level) })
        return zip(first, second).map { max($1 - $0 * $0, 0).squareRoot() }
    }
}
