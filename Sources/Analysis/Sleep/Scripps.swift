/// The score of Kripke, Hahn, Grizas and others (Journal of Sleep Research 19, 2010) on one-minute counts: 0.204 times
/// the weighted sum below 1 is sleep. Minutes beyond the ends and missing ones count as zero.
enum Scripps {
    /// From ten minutes before to two minutes after, in ten thousandths.
    static let weights = [64.0, 74, 112, 112, 118, 118, 128, 188, 280, 664, 300, 112, 100]

    /// The state of each minute. Sums are taken of whole numbers, so that a score of exactly 1 is wake.
    static func states(_ counts: [Double]) -> [SleepState] {
        let padded = [Double](repeating: 0, count: 10) + counts.map { $0.isNaN ? 0 : $0 } + [0, 0]
        return counts.indices.map { minute in
            guard !counts[minute].isNaN else { return .unknown }
            var sum = 0.0
            for offset in weights.indices { sum += weights[offset] * padded[minute + offset] }
            return 204 * sum < 10_000_000 ? .asleep : .awake
        }
    }
}
