import CEpochs

/// How three axes spread over some samples: mean, variance and range, in g; spreads can be joined.
struct AxisSpread {
    private(set) var count = 0
    private(set) var mean = SIMD4<Double>.zero
    /// Sums of squared differences from the mean.
    private var squares = SIMD4<Double>.zero
    private(set) var low = SIMD4<Double>(repeating: .infinity)
    private(set) var high = SIMD4<Double>(repeating: -.infinity)

    /// An empty sum.
    init() {}

    /// The spread of `range` of the samples in `values`, three values each; those that cannot be are left out.
    init(_ values: UnsafeBufferPointer<Float>, _ range: Range<Int>) {
        var usual = nightjar_spread()
        guard let start = values.baseAddress, !range.isEmpty,
            nightjar_spread_of(start + 3 * range.lowerBound, range.count, &usual)
        else {
            self.init(unusual: values, range)
            return
        }
        self.init()
        count = range.count
        (low, high) = (SIMD4(Self.vector(usual.least)), SIMD4(Self.vector(usual.most)))
        let sum = Self.vector(usual.sum)
        let part = sum / Double(count)
        mean = Self.vector(usual.shift) + part
        squares = Self.vector(usual.squares) - part * sum
    }

    private static func vector<T>(_ value: (T, T, T, T)) -> SIMD4<T> { SIMD4(value.0, value.1, value.2, value.3) }

    /// The same of samples of which some are not usual.
    private init(unusual values: UnsafeBufferPointer<Float>, _ range: Range<Int>) {
        var shift = SIMD4<Double>.zero
        var sum = SIMD4<Double>.zero
        var (count, squares) = (0, SIMD4<Double>.zero)
        var (least, most) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
        for index in range {
            let single = SIMD4<Float>(values[3 * index], values[3 * index + 1], values[3 * index + 2], 0)
            let value = SIMD4<Double>(single)
            guard (value * value).sum() < 65_536 else { continue }
            if count == 0 { shift = value }
            count += 1
            let moved = value - shift
            sum += moved
            squares += moved * moved
            least.replace(with: single, where: single .< least)
            most.replace(with: single, where: single .> most)
        }
        guard count > 0 else { return }
        (self.count, self.squares) = (count, squares)
        (low, high) = (SIMD4(least), SIMD4(most))
        let part = sum / Double(count)
        mean = shift + part
        self.squares -= part * sum
    }

    /// The standard deviation of each axis (of the sample, n - 1).
    var deviation: SIMD4<Double> {
        let variance = squares / Double(max(1, count - 1))
        return variance.replacing(with: 0, where: variance .< 0).squareRoot()
    }

    /// Adds the samples of `other` (Chan, Golub and LeVeque 1983).
    mutating func join(_ other: AxisSpread) {
        guard other.count > 0 else { return }
        let all = Double(count + other.count)
        let apart = other.mean - mean
        squares += other.squares + apart * apart * (Double(count) * Double(other.count) / all)
        mean += apart * (Double(other.count) / all)
        count += other.count
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }
}
