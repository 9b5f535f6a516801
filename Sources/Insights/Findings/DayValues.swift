package import Documents
package import Signals

/// A person's days up to one of them, by figure.
package struct DayValues: Sendable {
    /// The newest day that is looked at: the one that a night ended on.
    package var last: CivilDate
    /// The newest day that is over: what is summed up over a day is told of no later one.
    package var lastWhole: CivilDate
    /// The known values of each figure, in the unit of ``DayMetric/unit``.
    package var values: [DayMetric: [CivilDate: Double]]
    /// Why the newest day has no value, by figure; for people.
    package var reasons: [DayMetric: String]

    /// Days up to `last`; what is not finite is left out.
    package init(
        through last: CivilDate, whole lastWhole: CivilDate, values: [DayMetric: [CivilDate: Double]],
        reasons: [DayMetric: String] = [:]
    ) {
        self.last = last
        self.lastWhole = min(last, lastWhole)
        self.values = values.mapValues { $0.filter { $0.value.isFinite } }
        self.reasons = reasons
    }

    /// Leaves out what the newest day's night came to, as it goes on.
    package mutating func leaveOutNight() {
        for metric in FindingSearch.metrics where !metric.isSum {
            values[metric]?[last] = nil
            reasons[metric] = "the night goes on"
        }
    }

    /// Leaves out figures of these categories, by their words, and that they are not known.
    package mutating func leaveOut(_ muted: [String]) {
        for metric in DayMetric.allCases where muted.contains(metric.category.rawValue) {
            (values[metric], reasons[metric]) = (nil, nil)
        }
    }

    /// The newest day of a figure.
    func last(_ metric: DayMetric) -> CivilDate { metric.isSum ? lastWhole : last }

    /// The known days of `range`, in order.
    func known(_ metric: DayMetric, in range: ClosedRange<CivilDate>) -> [(date: CivilDate, value: Double)] {
        (values[metric] ?? [:]).filter { range.contains($0.key) }.sorted { $0.key < $1.key }
            .map { (date: $0.key, value: $0.value) }
    }
}

extension DayMetric {
    /// Whether it grows while the day goes on.
    var isSum: Bool {
        switch self {
        case .steps, .activeEnergy, .activeMinutes: true
        default: false
        }
    }
}
