public import Signals

/// Which day of whom.
public struct SummaryRequest: Document {
    /// The day, `YYYY-MM-DD`, or `today` or `yesterday`.
    public var date = "today"
    /// The number of the person; nil for who asks.
    public var person: Int?
    /// Whether what is kept of the day is made anew.
    public var refresh: Bool?

    public init() {}

    /// A day.
    /// - Parameters:
    ///   - date: `YYYY-MM-DD`, `today` or `yesterday`.
    ///   - person: the number of the person; nil for who asks.
    ///   - refresh: whether what is kept of the day is made anew.
    public init(_ date: String, person: Int? = nil, refresh: Bool? = nil) {
        (self.date, self.person, self.refresh) = (date, person, refresh)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("date", &date, .one(of: .words("today", "yesterday"), .requestDate))
        fields.query("person", &person, .subject)
        fields.query("refresh", &refresh, .boolean)
    }
}

/// What a day came to: a figure that cannot be known is null, and `reasons` says why.
public struct SummaryDocument: Document {
    public static var title: String? { "Summary" }

    /// The day.
    public var date = CivilDate(daysSince1970: 0)
    /// The time zone whose day it is, by its IANA name.
    public var zone = ""
    /// Whose, by name; nil on a gateway without people.
    public var person: String?
    /// Steps.
    public var steps: Int?
    /// Steps that were aimed at; nil while nobody has said.
    public var stepGoal: Int?
    /// Beats per minute at rest.
    public var restingHeartRate: Double?
    /// The mean of the day in beats per minute.
    public var averageHeartRate: Double?
    /// Heart rate variability in milliseconds.
    public var variability: Double?
    /// Hours asleep in the night that ended on the day.
    public var sleepHours: Double?
    /// Time asleep in percent, 0 to 100.
    public var sleepEfficiency: Double?
    /// Minutes of at least moderate activity.
    public var activeMinutes: Int?
    /// Kilocalories of activity.
    public var activeEnergy: Double?
    /// A sentence on the day; nil where there is nothing to say.
    public var insight: String?
    /// The newest of what the figures rest on; nil without any.
    public var newest: UTCTime?
    /// Whether the day goes on and nothing has come for six hours.
    public var isStale = false
    /// How each figure was made, by its name.
    public var methods: [String: String] = [:]
    /// Why figures are null, by their names.
    public var reasons: [String: String] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("date", &date)
        fields.field("zone", &zone)
        fields.field("person", &person)
        fields.field("steps", &steps)
        fields.field("step_goal", &stepGoal)
        fields.field("resting_heart_rate", &restingHeartRate, .number.nullable.about("Beats per minute"))
        fields.field("average_heart_rate", &averageHeartRate, .number.nullable.about("Beats per minute"))
        fields.field("hrv_ms", &variability, .number.nullable.about("Milliseconds; the method says RMSSD or SDNN"))
        fields.field("sleep_hours", &sleepHours)
        fields.field("sleep_efficiency", &sleepEfficiency, .number.nullable.about("Percent, 0 to 100"))
        fields.field("active_minutes", &activeMinutes)
        fields.field("active_energy", &activeEnergy, .number.nullable.about("Kilocalories"))
        fields.field("insight", &insight)
        fields.field("as_of", &newest, .time.nullable.about("The newest of what the figures rest on"))
        fields.field("stale", &isStale, .boolean.about("The day goes on, and nothing has come for six hours"))
        fields.field("methods", &methods, .map(.string).about("How each figure was made, by its name"))
        fields.field("reasons", &reasons, .map(.string).about("Why figures are null, by their names"))
    }
}

extension Endpoint where Request == SummaryRequest, Reply == SummaryDocument {
    /// What a day came to.
    public static var summary: Self {
        Self(
            .get, "/api/v1/summary/{date}", "What a day came to", in: "days",
            detail:
                "{date} is a day, today or yesterday, from midnight to midnight in the gateway's zone; its night is the one that "
                + "ended on it. Of several sources one counts in each stretch of time, and of sleep one a night.",
            problems: [404])
    }
}
