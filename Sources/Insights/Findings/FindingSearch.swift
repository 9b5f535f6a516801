package import Documents
import Signals

/// Looks for what may be stated about the newest days of a person, each against the person's own days before. What lies
/// inside the noise is not claimed.
///
/// - A newest day is unusual where it lies further from the median of the four weeks before than 3 robust standard
///   deviations (1.4826 times the median absolute deviation) and than the smallest difference that matters.
/// - The week has changed where the 98 % interval of its shift against those four weeks excludes no change (``RankShift``),
///   and the shift is no smaller than the smallest difference that matters.
package enum FindingSearch {
    /// Days that the newest are compared with.
    package static let before = 28
    /// Known days before that a newest day needs.
    static let leastBefore = 10
    /// Known days that a week needs.
    static let leastWeek = 4
    /// Robust standard deviations within which a day is usual.
    static let spread = 3.0
    /// Two-sided 98 %: six figures are looked at each day.
    static let quantile = 2.326

    /// Figures that are looked at, in the order of their weight.
    package static let metrics: [DayMetric] = [
        .sleepHours, .restingHeartRate, .variability, .sleepEfficiency, .activeMinutes, .steps,
    ]

    /// All that may be stated, what matters most first.
    package static func findings(in days: DayValues) -> [Finding] {
        let found =
            metrics.flatMap { metric in
                [newest(metric, days), change(metric, days)].compactMap(\.self)
            } + Guideline.all.compactMap { guideline($0, days) }
        return found.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
            .map(\.element)
    }

    private static func newest(_ metric: DayMetric, _ days: DayValues) -> Finding? {
        let last = days.last(metric)
        guard let value = days.values[metric]?[last] else { return nil }
        let known = days.known(metric, in: last.adding(days: -before)...last.adding(days: -1)).map(\.value)
        guard known.count >= leastBefore else {
            return Finding(
                kind: .alone, metric: metric, value: value, reference: value, interval: nil, direction: .neutral,
                comparedDays: known.count, dates: [last])
        }
        let middle = median(known)
        let deviation = 1.4826 * median(known.map { abs($0 - middle) })
        let reach = max(spread * deviation, metric.smallestDifference(around: middle))
        let possible = possible(metric)
        let low = min(max(middle - reach, possible.lowerBound), middle)
        let high = max(min(middle + reach, possible.upperBound), middle)
        return Finding(
            kind: abs(value - middle) > reach ? .unusual : .usual, metric: metric, value: value, reference: middle,
            interval: low...high, direction: metric.direction(of: value - middle),
            comparedDays: known.count, dates: [last])
    }

    private static func change(_ metric: DayMetric, _ days: DayValues) -> Finding? {
        let first = days.last(metric).adding(days: -6)
        let week = days.known(metric, in: first...days.last(metric))
        let known = days.known(metric, in: first.adding(days: -before)...first.adding(days: -1))
        guard week.count >= leastWeek, known.count >= leastBefore else { return nil }
        let correlation = RankShift.correlation(known.map { (day: $0.date.daysSince1970, value: $0.value) })
        let middle = median(known.map(\.value))
        guard
            let shift = RankShift(
                week.map(\.value), above: known.map(\.value), correlation: correlation, quantile: quantile),
            !shift.interval.contains(0), abs(shift.estimate) >= metric.smallestDifference(around: middle),
            // Words tell the medians, which must not say the opposite.
            (median(week.map(\.value)) - middle) * shift.estimate > 0
        else { return nil }
        return Finding(
            kind: .change, metric: metric, value: median(week.map(\.value)), reference: middle,
            interval: shift.interval, direction: metric.direction(of: shift.estimate), comparedDays: known.count,
            dates: week.map(\.date))
    }

    private static func guideline(_ guideline: Guideline, _ days: DayValues) -> Finding? {
        let last = days.last(guideline.metric)
        let week = days.known(guideline.metric, in: last.adding(days: -6)...last)
        // A sum of a week that has holes is no sum.
        guard week.count >= (guideline.isSum ? 7 : leastWeek) else { return nil }
        let value = guideline.isSum ? week.reduce(0) { $0 + $1.value } : median(week.map(\.value))
        guard value < guideline.least else { return nil }
        return Finding(
            kind: .guideline, metric: guideline.metric, value: value, reference: guideline.least, interval: nil,
            direction: .worse, comparedDays: 0, dates: week.map(\.date), guideline: guideline)
    }

    /// What a figure can be, in the metric's unit.
    package static func possible(_ metric: DayMetric) -> ClosedRange<Double> {
        switch metric {
        case .sleepHours: 0...24
        case .sleepEfficiency: 0...100
        case .activeMinutes: 0...1440
        case .restingHeartRate, .averageHeartRate, .variability, .steps, .activeEnergy:
            0...Double.greatestFiniteMagnitude
        }
    }

    /// The median; 0 for none.
    static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension Finding {
    /// What is told first: what is out of the ordinary, then what has changed, guidelines, and what is as usual.
    fileprivate var weight: Int {
        switch kind {
        case .unusual: 0
        case .change: 1
        case .guideline: 2
        case .usual: 3
        case .alone: 4
        }
    }
}

extension DayMetric {
    /// The smallest difference that is worth a sentence, in the metric's unit.
    func smallestDifference(around usual: Double) -> Double {
        switch self {
        case .sleepHours: 0.5
        case .sleepEfficiency: 3
        case .restingHeartRate, .averageHeartRate: 2
        case .variability: max(3, 0.1 * usual)
        case .steps: max(500, 0.15 * usual)
        case .activeMinutes: max(10, 0.15 * usual)
        case .activeEnergy: max(50, 0.15 * usual)
        }
    }

    /// How the field judges more of it.
    func direction(of difference: Double) -> Finding.Direction {
        guard difference != 0 else { return .neutral }
        return switch self {
        // More than usual may be rest that was needed.
        case .sleepHours: difference < 0 ? .worse : .neutral
        case .sleepEfficiency, .variability, .steps, .activeMinutes: difference > 0 ? .better : .worse
        case .restingHeartRate: difference < 0 ? .better : .worse
        case .averageHeartRate, .activeEnergy: .neutral
        }
    }
}
