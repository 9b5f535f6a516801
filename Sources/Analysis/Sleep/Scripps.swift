/// The score of Kripke, Hahn, Grizas and others (Journal of Sleep Research 19, 2010) on one-minute counts: below 1 is
/// sleep. Minutes beyond the ends and missing ones count as zero.
enum Scripps {
    /// From ten minutes before to two minutes after.
    static let weights = [
        0.0064, 0.0074, 0.0112, 0.0112, 0.0118, 0.0118, 0.0128, 0.0188, 0.0280, 0.0664, 0.0300, 0.0112, 0.0100,
    ]

    /// The score of each minute; missing counts are NaN.
    static func score(_ counts: [Double]) -> [Double] {
        let known = counts.map { $0.isNaN ? 0 : $0 }
        let padded = [Double](repeating: 0, count: 10) + known + [0, 0]
        return known.indices.map { minute in
            var sum = 0.0
            for (offset, weight) in weights.enumerated() { sum += weight * padded[minute + offset] }
            return 0.204 * sum
        }
    }
}
