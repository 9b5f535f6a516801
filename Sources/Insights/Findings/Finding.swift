package import Documents
package import Signals

/// One statement about a person's days as a value: what is, compared with what, how far it carries, and which days it rests
/// on. Words are made from it, never the other way.
package struct Finding: Hashable, Sendable {
    /// What is stated.
    package enum Kind: String, Word {
        /// The newest day beside the usual ones, within what they scatter.
        case usual
        /// The newest day lies outside of what the usual ones scatter.
        case unusual
        /// The last seven days differ from the four weeks before.
        case change
        /// The last seven days lie outside of what a guideline advises.
        case guideline
        /// The newest day, with too few days before to compare it with.
        case alone
    }

    /// Which way a difference goes, as the field judges it.
    package enum Direction: String, Word {
        /// As guidelines hope.
        case better
        /// Against what guidelines hope.
        case worse
        /// Neither.
        case neutral
    }

    /// What is stated.
    package var kind: Kind
    /// Of which figure.
    package var metric: DayMetric
    /// The newest value, or the median of the week, or its sum where the guideline is about weeks; in the metric's unit.
    package var value: Double
    /// What it is compared with: the median of the days before, or the bound of the guideline.
    package var reference: Double
    /// Of a usual range its ends (median ± 3 robust standard deviations or the smallest difference that matters, within what is possible), of a change the 98 % interval of the
    /// difference; nil otherwise.
    package var interval: ClosedRange<Double>?
    /// Which way the difference goes.
    package var direction: Direction
    /// Known days that it is compared with; 0 for a guideline.
    package var comparedDays: Int
    /// The days that it is about.
    package var dates: [CivilDate]
    /// The guideline; nil for what is compared with the person alone.
    package var guideline: Guideline?

    /// How much data it rests on, 0 to 1: known days of the four weeks before, and of the week where it is about one.
    package var support: Double {
        let week = kind == .change || kind == .guideline ? Double(dates.count) / 7 : 1
        let before = kind == .guideline ? 1 : Double(comparedDays) / Double(FindingSearch.before)
        return min(1, max(0, week * before))
    }
}

extension Finding {
    /// What it is about.
    package var category: InsightCategory { metric.category }

    /// Whether something went better than it did before.
    package var isAchievement: Bool { direction == .better && (kind == .change || kind == .unusual) }
}
