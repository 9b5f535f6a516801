/// The usual shape of a beat, against which each is held: a running mean over a stretch around it.
struct BeatShape: Sendable {
    private static let points = 33
    private var mean = [Double](repeating: 0, count: points)
    /// Samples that the shape covers before and after the beat.
    private let before, after: Double
    private var seen = 0

    /// - Parameters:
    ///   - rate: samples per second.
    ///   - before: seconds before the beat.
    ///   - after: seconds after it.
    init(rate: Double, before: Double, after: Double) {
        self.before = before * rate
        self.after = after * rate
    }

    /// How like the usual shape the signal around a beat is, 0 ... 1; takes it into the shape.
    mutating func compare(_ signal: SampleHistory, around center: Double, turned: Bool) -> Double {
        var values = [Double](repeating: 0, count: Self.points)
        for index in values.indices {
            let offset = -before + (before + after) * Double(index) / Double(Self.points - 1)
            let sample = Int((center + offset).rounded())
            let value = signal[min(signal.count - 1, max(signal.first, sample))]
            values[index] = turned ? -value : value
        }
        Self.normalize(&values)
        let likeness = seen == 0 ? 1 : zip(values, mean).reduce(0) { $0 + $1.0 * $1.1 }
        seen = min(seen + 1, 1000)
        // Odd ones hardly change the shape, but a changed one is learned in the end.
        let weight = max(likeness > 0.7 ? 0.1 : 0.02, 1 / Double(seen))
        for index in values.indices { mean[index] += weight * (values[index] - mean[index]) }
        Self.normalize(&mean)
        return min(1, max(0, likeness))
    }

    private static func normalize(_ values: inout [Double]) {
        let mean = values.reduce(0, +) / Double(values.count)
        var square = 0.0
        for index in values.indices {
            values[index] -= mean
            square += values[index] * values[index]
        }
        guard square > 0 else { return }
        let scale = 1 / square.squareRoot()
        for index in values.indices { values[index] *= scale }
    }
}
