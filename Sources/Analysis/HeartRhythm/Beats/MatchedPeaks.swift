/// Peaks of likeness to this heart's own QRS complex, which noise of other shape does not have, however high it is.
///
/// The signal between 10 and 60 Hz is projected on the usual complex of 120 ms: the score is the size of the projection
/// against the usual, at most 1, times the cube of the correlation.
struct MatchedPeaks: Sendable {
    private var filters: [BiquadFilter]
    private var history: SampleHistory
    /// The usual complex; empty until one was learned.
    private var usual: [Double] = []
    private var usualSquare = 0.0
    private var open: PeakCandidate?
    private let quiet: Int
    private let length: Int
    /// From an R peak to the end of its complex, as the filters delay it.
    private let tail: Int

    init(rate: Double) {
        filters = [
            .highPass(10, rate: rate), .highPass(10, rate: rate), .lowPass(60, rate: rate), .lowPass(60, rate: rate),
        ]
        history = SampleHistory(capacity: Int(16 * rate))
        quiet = Int(0.2 * rate)
        length = max(8, Int((0.12 * rate).rounded()))
        tail = Int((0.085 * rate).rounded())
    }

    var hasShape: Bool { !usual.isEmpty }

    /// Takes a sample; gives a peak 200 ms after it, placed on the R peak, its height the score.
    mutating func append(_ value: Double) -> PeakCandidate? {
        var filtered = value
        for index in filters.indices { filtered = filters[index].next(filtered) }
        history.append(filtered)
        guard hasShape, history.count > length else { return nil }
        let score = score(endingAt: history.count - 1).score
        return open.replace(by: PeakCandidate(sample: history.count - 1 - tail, height: score), quiet: quiet)
    }

    mutating func finish() -> PeakCandidate? {
        defer { open = nil }
        return open
    }

    /// The correlation of a beat with the usual complex, 0 ... 1.
    func likeness(at sample: Int) -> Double { max(0, score(endingAt: sample + tail).correlation) }

    /// The size of what stands between two beats, against that of the usual complex; 1 where they leave no room to see.
    func noise(between last: Int, and sample: Int) -> Double {
        let first = max(history.first, last + tail + length / 2)
        let end = min(history.count, sample + tail - length - length / 4)
        guard hasShape, end - first >= length / 2 else { return 1 }
        var square = 0.0
        for index in first..<end { square += history[index] * history[index] }
        return (square / Double(end - first) * Double(length) / usualSquare).squareRoot()
    }

    /// Learns the complex from beats at `samples`; false when they are not alike.
    mutating func learn(from samples: [Int]) -> Bool {
        let parts = samples.compactMap { part(at: $0) }
        guard parts.count >= 4 else { return false }
        var shape = (0..<length).map { place in Self.median(parts.map { $0[place] }) }
        take(shape)
        let alike = parts.filter { Self.correlation($0, shape) > 0.6 }
        guard alike.count * 2 > parts.count else {
            forget()
            return false
        }
        shape = (0..<length).map { place in Self.median(alike.map { $0[place] }) }
        take(shape)
        return true
    }

    /// Draws the usual complex a little towards that of a beat.
    mutating func adapt(at sample: Int) {
        guard let part = part(at: sample) else { return }
        take(zip(usual, part).map { $0 + 0.1 * ($1 - $0) })
    }

    mutating func forget() {
        usual = []
        open = nil
    }

    private mutating func take(_ shape: [Double]) {
        usual = shape
        usualSquare = shape.reduce(0) { $0 + $1 * $1 }
        if !(usualSquare > 0) { forget() }
    }

    private func part(at sample: Int) -> [Double]? {
        let end = sample + tail
        guard end < history.count, end - length + 1 >= history.first else { return nil }
        return (0..<length).map { history[end - length + 1 + $0] }
    }

    private func score(endingAt end: Int) -> (score: Double, correlation: Double) {
        guard hasShape, end < history.count, end - length + 1 >= history.first else { return (0, 0) }
        var (product, square) = (0.0, 0.0)
        for index in 0..<length {
            let value = history[end - length + 1 + index]
            product += value * usual[index]
            square += value * value
        }
        guard product > 0, square > 0 else { return (0, 0) }
        let correlation = product / (square * usualSquare).squareRoot()
        return (min(1, product / usualSquare) * correlation * correlation * correlation, correlation)
    }

    private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
        var (ab, aa, bb) = (0.0, 0.0, 0.0)
        for index in a.indices {
            ab += a[index] * b[index]
            aa += a[index] * a[index]
            bb += b[index] * b[index]
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }

    private static func median(_ values: [Double]) -> Double {
        var sorted = values
        sorted.sort()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
