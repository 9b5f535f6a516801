import Documents
import Gateway
import Signals
import Store

extension SummaryDocument {
    /// What a day came to, as it goes over the wire.
    init(_ day: DayFigures) {
        self.init()
        date = day.date
        newest = day.newest.map { UTCTime($0) }
        for (name, figure) in day.figures {
            if figure.value == nil { reasons[name] = figure.note } else { methods[name] = figure.note }
        }
        func value(_ metric: DayMetric, _ decimals: Double) -> Double? {
            day.figures[metric.rawValue]?.value.map { ($0 * decimals).rounded() / decimals }
        }
        (steps, activeMinutes) = (
            value(.steps, 1).map(Int.init(clamping:)), value(.activeMinutes, 1).map(Int.init(clamping:))
        )
        (restingHeartRate, averageHeartRate) = (value(.restingHeartRate, 10), value(.averageHeartRate, 10))
        (variability, activeEnergy) = (value(.variability, 10), value(.activeEnergy, 10))
        (sleepHours, sleepEfficiency) = (value(.sleepHours, 100), value(.sleepEfficiency, 10))
    }
}

extension Int {
    /// The whole number nearest to a value that comes from outside and may be of any size.
    fileprivate init(clamping value: Double) {
        self = Int(exactly: value.rounded()) ?? (value > 0 ? .max : value < 0 ? .min : 0)
    }
}

extension TrendDocument {
    /// A figure of days in order, put together as is asked.
    init(_ days: [DayFigures], of metric: DayMetric, by parts: TrendRequest.Parts) {
        self.init()
        (self.metric, unit, by) = (metric, metric.unit, parts)
        var known: [Double] = []
        var sum = 0.0
        for day in days {
            let first = parts.first(of: day.date)
            if points.isEmpty || parts.first(of: points[points.count - 1].date) != first {
                sum = 0
                // A week that is cut off begins where it is cut.
                var point = Point()
                point.date = day.date
                points.append(point)
            }
            guard let value = day.figures[metric.rawValue]?.value, value.isFinite else { continue }
            known.append(value)
            sum += value
            points[points.count - 1].days += 1
            points[points.count - 1].value = sum / Double(points[points.count - 1].days)
        }
        known.sort()
        self.days = known.count
        guard let last = known.indices.last else { return }
        func quantile(_ part: Double) -> Double {
            let place = part * Double(last)
            let low = Int(place)
            return known[low] + (place - Double(low)) * (known[min(low + 1, last)] - known[low])
        }
        mean = known.reduce(0, +) / Double(known.count)
        (lower, median, upper) = (quantile(0.25), quantile(0.5), quantile(0.75))
    }
}

extension TrendRequest.Parts {
    /// The first day of the part that a day lies in.
    fileprivate func first(of date: CivilDate) -> CivilDate {
        switch self {
        case .day: date
        // 1970 began on a Thursday.
        case .week: date.adding(days: -(((date.daysSince1970 + 3) % 7 + 7) % 7))
        case .month: date.adding(days: 1 - date.day)
        }
    }
}
