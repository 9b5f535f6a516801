/// The score of Cole, Kripke, Gruen, Mullaney and Gillin (Sleep 15, 1992): below 1 is sleep.
///
/// Each minute is scored from four minutes before to two after; minutes beyond the ends and missing ones count as zero.
/// Epochs of a minute take the weights of the mean activity per minute; epochs of 30 and 10 seconds those of the largest
/// of the minute's epochs, and all epochs of a minute, counted from the first, have its state.
enum ColeKripke {
    /// Weights from four minutes before to two minutes after, as whole numbers, and what makes their sum a score of 1.
    private static func weights(seconds: Int) -> (weights: [Double], one: Double) {
        switch seconds {
        case 10: ([550, 378, 413, 699, 1736, 287, 309], 100_000)
        case 30: ([50, 30, 14, 28, 121, 8, 50], 10_000)
        default: ([106, 54, 58, 76, 230, 74, 67], 1000)
        }
    }

    /// Scaled counts above this are cut.
    static let cap = 300.0

    /// The state of each epoch of 10, 30 or 60 seconds.
    ///
    /// Sums are taken of whole numbers, so that a score of exactly 1 is wake whatever the rounding of the weights.
    /// - Parameters:
    ///   - divisor: what brings the recorder's counts to the scale of the paper; 100 for ActiGraph (ActiLife).
    ///   - isRescored: whether Webster's rules follow.
    static func states(_ counts: [Double], seconds: Int, divisor: Double, isRescored: Bool) -> [SleepState] {
        let (weights, one) = weights(seconds: seconds)
        let parts = max(1, 60 / seconds)
        let minutes = largest(counts, parts: parts)
        let padded = [0, 0, 0, 0] + minutes.map { $0.isNaN ? 0 : min(max($0, 0), cap * divisor) } + [0, 0]
        var states = minutes.indices.map { minute in
            guard !minutes[minute].isNaN else { return SleepState.unknown }
            var sum = 0.0
            for offset in 0..<7 { sum += weights[offset] * padded[minute + offset] }
            return sum < one * divisor ? .asleep : .awake
        }
        if isRescored { states = WebsterRescoring.apply(states) }
        return counts.indices.map { counts[$0].isNaN ? .unknown : states[$0 / parts] }
    }

    private static func largest(_ counts: [Double], parts: Int) -> [Double] {
        guard parts > 1 else { return counts }
        return stride(from: 0, to: counts.count, by: parts).map { first in
            counts[first..<min(counts.count, first + parts)].reduce(Double.nan) { $0 > $1 ? $0 : $1.isNaN ? $0 : $1 }
        }
    }
}
