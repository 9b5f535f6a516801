public import Signals

/// A figure of days.
public enum DayMetric: String, Word {
    /// Steps.
    case steps
    /// Kilocalories of activity.
    case activeEnergy = "active_energy"
    /// Minutes of at least moderate activity.
    case activeMinutes = "active_minutes"
    /// Beats per minute at rest.
    case restingHeartRate = "resting_heart_rate"
    /// The mean of the day in beats per minute.
    case averageHeartRate = "average_heart_rate"
    /// Heart rate variability in milliseconds.
    case variability = "hrv_ms"
    /// Hours asleep.
    case sleepHours = "sleep_hours"
    /// Time asleep in percent.
    case sleepEfficiency = "sleep_efficiency"

    /// The unit of the figure.
    public var unit: String {
        switch self {
        case .steps: "count"
        case .activeEnergy: "kcal"
        case .activeMinutes: "min"
        case .restingHeartRate, .averageHeartRate: "count/min"
        case .variability: "ms"
        case .sleepHours: "h"
        case .sleepEfficiency: "%"
        }
    }
}

/// Which figure over which days.
public struct TrendRequest: Document {
    /// How days are put together.
    public enum Parts: String, Word {
        /// Each by itself.
        case day
        /// From Monday to Sunday.
        case week
        /// By the calendar.
        case month
    }

    /// The figure.
    public var metric = DayMetric.sleepHours
    /// Days, the last of which is ``to``; 1 to 3660.
    public var days = 30
    /// The last day; nil for today.
    public var to: CivilDate?
    /// How days are put together.
    public var by = Parts.day
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// A figure of the last days.
    public init(_ metric: DayMetric, days: Int = 30, to: CivilDate? = nil, by: Parts = .day, person: Int? = nil) {
        (self.metric, self.days, self.to, self.by, self.person) = (metric, days, to, by, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("metric", &metric, DayMetric.schema.required)
        fields.query("days", &days, .integer(1...3660).standard(30))
        fields.query("to", &to, .requestDate)
        fields.query("by", &by, Parts.schema.standard("day"))
        fields.query("person", &person, .subject)
    }
}

/// A figure over days.
public struct TrendDocument: Document {
    public static var title: String? { "Trend" }

    /// A day, a week or a month.
    public struct Point: Document {
        /// Its first day.
        public var date = CivilDate(daysSince1970: 0)
        /// The mean of its days; nil where none is known.
        public var value: Double?
        /// Days of it whose figure is known.
        public var days = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("date", &date)
            fields.field("value", &value)
            fields.field("days", &days)
        }
    }

    /// The figure.
    public var metric: DayMetric? = .sleepHours
    /// Its unit.
    public var unit = ""
    /// Whose, by name; nil on a gateway without people.
    public var person: String?
    /// The first day.
    public var from = CivilDate(daysSince1970: 0)
    /// The last day.
    public var to = CivilDate(daysSince1970: 0)
    /// How days are put together.
    public var by: TrendRequest.Parts? = .day
    /// Days whose figure is known.
    public var days = 0
    /// Their mean; nil without any.
    public var mean: Double?
    /// Half of them lie below.
    public var median: Double?
    /// A quarter of them lies below.
    public var lower: Double?
    /// Three quarters of them lie below.
    public var upper: Double?
    /// Each day, week or month in order.
    public var points: [Point] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("metric", &metric)
        fields.field("unit", &unit)
        fields.field("person", &person)
        fields.field("from", &from)
        fields.field("to", &to)
        fields.word("by", &by)
        fields.field("days", &days, .integer.about("Days whose figure is known"))
        fields.field("mean", &mean)
        fields.field("median", &median)
        fields.field("lower_quartile", &lower)
        fields.field("upper_quartile", &upper)
        fields.field("points", &points)
    }
}

extension Endpoint where Request == TrendRequest, Reply == TrendDocument {
    /// A figure over days.
    public static var trend: Self {
        Self(
            .get, "/api/v1/trends", "A figure over days, weeks or months", in: "days",
            detail: "Days of which nothing is known are there with null and count for nothing.", problems: [404, 422])
    }
}
