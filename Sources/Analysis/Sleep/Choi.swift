/// Non-wear from one-minute counts (Choi, Liu, Matthews and Buchowski, Medicine and Science in Sports and Exercise 43,
/// 2011): long runs of zeros, with short spikes allowed amid quiet.
public struct Choi: Hashable, Sendable {
    /// The shortest non-wear, in minutes.
    public var shortest: Int
    /// The longest spike that is allowed, in minutes.
    public var spike: Int
    /// Minutes of zeros that a spike needs on both sides.
    public var around: Int

    /// The rule, by default with the published parameters.
    public init(shortest: Int = 90, spike: Int = 2, around: Int = 30) {
        self.shortest = shortest
        self.spike = spike
        self.around = around
    }

    /// For nights: three hours without a single count. An hour and a half of zeros around a turn is ordinary sleep on hip
    /// and ankle, where the published rule would see a recorder taken off. These widths are ours.
    public static let nights = Choi(shortest: 180, spike: 0)

    /// The runs in `counts`, in order; a missing count (NaN) ends a run.
    ///
    /// A spike reaches from its first to its last movement between two runs of ``around`` zeros, and may hold zeros itself.
    public func nonWear(_ counts: [Double]) -> [Range<Int>] {
        var quiet: [Range<Int>] = []
        for zeros in zeroRuns(counts) {
            if let last = quiet.last, joins(last, zeros, counts) {
                quiet[quiet.count - 1] = last.lowerBound..<zeros.upperBound
            } else {
                quiet.append(zeros)
            }
        }
        return quiet.filter { $0.count >= shortest }
    }

    /// Runs of at least ``around`` zeros, or ``shortest`` if that is less.
    private func zeroRuns(_ counts: [Double]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var first: Int?
        for index in 0...counts.count {
            if index < counts.count, counts[index] == 0 {
                first = first ?? index
            } else if let start = first {
                first = nil
                if index - start >= min(around, shortest) { runs.append(start..<index) }
            }
        }
        return runs
    }

    private func joins(_ before: Range<Int>, _ after: Range<Int>, _ counts: [Double]) -> Bool {
        let spike = before.upperBound..<after.lowerBound
        return spike.count <= self.spike && !counts[spike].contains { $0.isNaN }
    }
}
