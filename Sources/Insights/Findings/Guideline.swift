package import Documents

/// What a named body advises for adults. Bounds are for healthy adults and no diagnosis.
package struct Guideline: Hashable, Sendable {
    /// The figure.
    package var metric: DayMetric
    /// The least that is advised, of the week's median, or of its sum where ``isSum``.
    package var least: Double
    /// Whether the bound is about the sum of a week.
    package var isSum: Bool
    /// Who advises it and when.
    package var source: String

    /// Hours of sleep: 7 or more on a regular basis.
    package static let sleep = Guideline(
        metric: .sleepHours, least: 7, isSum: false, source: "AASM and Sleep Research Society, 2015")
    /// Time asleep: 85 percent or more tells good quality at every age.
    package static let efficiency = Guideline(
        metric: .sleepEfficiency, least: 85, isSum: false, source: "National Sleep Foundation, 2017")
    /// Minutes of at least moderate activity: 150 or more a week.
    package static let activity = Guideline(
        metric: .activeMinutes, least: 150, isSum: true, source: "World Health Organization, 2020")

    /// All that are known.
    package static let all = [sleep, efficiency, activity]
}
