package import Signals

/// When to look at something again, by SM-2 (P. A. Woźniak, "Optimization of learning", 1990).
package struct ReviewSchedule: Hashable, Sendable {
    /// The algorithm (SuperMemo 2) and its parameters.
    package static let method = Method("supermemo-sm2", version: 1, parameters: ["least_easiness": 1.3, "most": 2.5])

    /// Successful reviews in a row.
    package var repetition: Int
    /// The easiness factor, 1.3 ... 2.5.
    package var easiness: Double
    /// Days until the next review.
    package var days: Int

    /// A schedule from its parts; a new item has none of them.
    package init(repetition: Int = 0, easiness: Double = 2.5, days: Int = 0) {
        self.repetition = repetition
        self.easiness = easiness
        self.days = days
    }

    /// The schedule after a review.
    /// - Parameter quality: 0 (nothing remembered) ... 5 (perfect); below 3 the item begins anew with its easiness kept.
    /// - Returns: 1 day after the first good review, 6 after the second, then the last interval times the easiness. The
    ///   easiness is held within 1.3 ... 2.5 after it was changed, so that it never leaves the range.
    package func after(quality: Int) -> ReviewSchedule {
        guard quality >= 3 else { return ReviewSchedule(repetition: 0, easiness: Self.clamp(easiness), days: 1) }
        let lack = Double(5 - min(quality, 5))
        let easiness = Self.clamp(self.easiness + 0.1 - lack * (0.08 + lack * 0.02))
        let days =
            switch repetition {
            case ..<1: 1
            case 1: 6
            default: Self.next(after: self.days, repetition: repetition, easiness: easiness)
            }
        return ReviewSchedule(repetition: min(repetition, 9999) + 1, easiness: easiness, days: days)
    }

    /// The interval before, where it is not known, is what the easiness would have made of it.
    private static func next(after days: Int, repetition: Int, easiness: Double) -> Int {
        var last = Double(days)
        if days <= 0 {
            last = 6
            for _ in 2..<max(2, min(repetition, 40)) { last = min((last * easiness).rounded(.up), longest) }
        }
        return Int(min((last * easiness).rounded(.up), longest))
    }

    /// The longest interval, in days: a hundred years.
    private static let longest = 36_500.0

    private static func clamp(_ easiness: Double) -> Double { min(2.5, max(1.3, easiness)) }
}
