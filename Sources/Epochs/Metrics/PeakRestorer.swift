/// Restores peaks that a recorder cut off, over a stretch of 100 Hz in pieces that begin and end where nothing is cut
/// off.
struct PeakRestorer {
    private let range: Double
    private var waiting: [SIMD4<Double>] = []
    /// Samples of `waiting` that were given out already and stay as the neighbourhood of what follows.
    private var known = 0
    private static let margin = 24
    private static let piece = 3000

    /// A restorer for a recorder whose range is ±`range` g.
    init(range: Double) { self.range = range }

    /// Adds samples and returns those that are finished.
    mutating func add(_ samples: [SIMD4<Double>]) -> [SIMD4<Double>] {
        waiting += samples
        guard waiting.count >= Self.piece else { return [] }
        let cut = self.cut() ?? (waiting.count >= 2 * Self.piece ? waiting.count - Self.margin : nil)
        return cut.map { giveOut($0) } ?? []
    }

    /// Ends the stretch and returns the remaining samples.
    mutating func finish() -> [SIMD4<Double>] {
        defer { self = PeakRestorer(range: range) }
        return giveOut(waiting.count)
    }

    private func isCutOff(_ value: SIMD4<Double>) -> Bool {
        let size = value.replacing(with: -value, where: value .< 0)
        return size.max() > range - 0.16
    }

    /// The last place around which nothing is cut off.
    private func cut() -> Int? {
        var quiet = 0
        for index in waiting.indices.reversed() {
            quiet = isCutOff(waiting[index]) ? 0 : quiet + 1
            if quiet > 2 * Self.margin { return index + Self.margin > known ? index + Self.margin : nil }
        }
        return nil
    }

    private mutating func giveOut(_ end: Int) -> [SIMD4<Double>] {
        guard end > known else { return [] }
        var restored = Array(waiting)
        if waiting.contains(where: isCutOff) {
            for axis in 0..<3 {
                var values = waiting.map { $0[axis] }
                PeakExtrapolation.restore(&values, range: range)
                for index in restored.indices { restored[index][axis] = values[index] }
            }
        }
        let result = Array(restored[known..<end])
        let dropped = max(0, end - Self.margin)
        waiting.removeFirst(dropped)
        known = end - dropped
        return result
    }
}
