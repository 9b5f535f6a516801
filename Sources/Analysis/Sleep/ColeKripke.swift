/// The score of Cole, Kripke, Gruen, Mullaney and Gillin (Sleep 15, 1992) on one-minute counts: below 1 is sleep.
///
/// Weights of the mean activity per minute, four minutes before to two after; minutes beyond the ends and missing ones
/// count as zero.
enum ColeKripke {
    /// Per thousand, from four minutes before to two minutes after.
    static let weights = [106.0, 54, 58, 76, 230, 74, 67]
    /// Scaled counts above this are cut.
    static let cap = 300.0

    /// The score of each minute; missing counts are NaN.
    /// - Parameter divisor: what brings the recorder's counts to the scale of the paper; 100 for ActiGraph (ActiLife).
    static func score(_ counts: [Double], divisor: Double = 100) -> [Double] {
        let scaled = counts.map { $0.isNaN ? 0 : min(max($0 / divisor, 0), cap) }
        let padded = [0, 0, 0, 0] + scaled + [0, 0]
        return scaled.indices.map { minute in
            var sum = 0.0
            for (offset, weight) in weights.enumerated() { sum += weight * padded[minute + offset] }
            return 0.001 * sum
        }
    }
}
