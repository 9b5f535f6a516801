public import Signals

/// What a day came to in sleep, activity and heart, with what it means.
public struct DailyInsightDocument: Document {
    public static var title: String? { "DailyInsight" }

    /// How far a day has come.
    public enum Status: String, Word {
        /// It is to come.
        case pending
        /// It goes on.
        case processing
        /// It is over.
        case completed
    }

    /// The night that ended on the day.
    public struct Sleep: Document {
        public static var title: String? { "DailySleep" }

        /// Hours asleep.
        public var hours: Double?
        /// The share of the time that was sleep, 0 to 1.
        public var efficiency: Double?
        /// Hours in each kind of sleep and awake, by its name.
        public var stages: [String: Double]?
        /// What is said of it.
        public var insights: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("total_sleep", &hours, .number(0...24).nullable.about("Hours"))
            fields.field("sleep_efficiency", &efficiency, .number(0...1).nullable)
            fields.field(
                "sleep_stages", &stages,
                .map(.number).nullable.about("Hours in awake, light, deep, rem, or asleep where kinds are not known"))
            fields.field("insights", &insights)
        }
    }

    /// What was moved.
    public struct Activity: Document {
        public static var title: String? { "DailyActivity" }

        /// Steps.
        public var steps: Int?
        /// Minutes of at least moderate activity.
        public var minutes: Int?
        /// Kilocalories of activity.
        public var energy: Double?
        /// What is said of it.
        public var insights: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("total_steps", &steps)
            fields.field("active_minutes", &minutes)
            fields.field("calories_burned", &energy, .number.nullable.about("Kilocalories of activity"))
            fields.field("insights", &insights)
        }
    }

    /// What the heart did.
    public struct Heart: Document {
        public static var title: String? { "DailyHeart" }

        /// Beats per minute at rest.
        public var resting: Double?
        /// The mean of the day in beats per minute.
        public var average: Double?
        /// Heart rate variability in milliseconds.
        public var variability: Double?
        /// What is said of it.
        public var insights: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("resting", &resting, .number.nullable.about("Beats per minute"))
            fields.field("average", &average, .number.nullable.about("Beats per minute"))
            fields.field("heart_rate_variability", &variability, .number.nullable.about("Milliseconds"))
            fields.field("insights", &insights)
        }
    }

    /// It in words.
    public struct Narrative: Document {
        public static var title: String? { "DailyNarrative" }

        /// The words, as one text.
        public var summary = ""
        /// What the person can do, each with its source.
        public var recommendations: [String] = []
        /// What went better than before.
        public var achievements: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("summary", &summary, .words(10...1000))
            fields.field("recommendations", &recommendations)
            fields.field("achievements", &achievements)
        }
    }

    /// Its name, `insight_`, the day and `_daily`: one of a person and a day.
    public var id = ""
    /// The number of the person.
    public var userID = ""
    /// The day.
    public var date = CivilDate(daysSince1970: 0)
    /// `daily_summary`.
    public var type = "daily_summary"
    /// How far the day has come.
    public var status: Status? = .completed
    /// The night that ended on the day.
    public var sleep = Sleep()
    /// What was moved.
    public var activity = Activity()
    /// What the heart did.
    public var heart = Heart()
    /// It in words.
    public var narrative = Narrative()
    /// How much data it rests on, 0 to 1.
    public var confidence = 0.0
    /// When it was written.
    public var generated = UTCTime.zero
    /// The language of the words.
    public var language = "en"
    /// Who wrote it.
    public var engine = ""
    /// The values that the words were made from.
    public var facts: [InsightFactDocument] = []
    /// How each figure was made, by its name in the day's summary.
    public var methods: [String: String] = [:]
    /// Why figures are null, by their names in the day's summary.
    public var reasons: [String: String] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("insight_id", &id)
        fields.field("user_id", &userID)
        fields.field("date", &date)
        fields.field("type", &type)
        fields.word("status", &status)
        fields.field("sleep_analysis", &sleep)
        fields.field("activity_analysis", &activity)
        fields.field("heart_rate_analysis", &heart)
        fields.field("narrative", &narrative)
        fields.field("confidence", &confidence, .number(0...1))
        fields.field("generated_at", &generated)
        fields.field("language", &language)
        fields.field("engine", &engine)
        fields.field("facts", &facts)
        fields.field("methods", &methods, .map(.string).about("How each figure was made, by its name"))
        fields.field("reasons", &reasons, .map(.string).about("Why figures are null, by their names"))
    }
}

/// The short form of a daily insight, by the names of the program that it was first written for.
public struct ShortDailyInsightDocument: Document {
    public static var title: String? { "ShortDailyInsight" }

    /// The day.
    public var date = CivilDate(daysSince1970: 0)
    /// Steps.
    public var steps: Int?
    /// Beats per minute at rest.
    public var restingHeartRate: Double?
    /// The words, as one text.
    public var insight = ""

    public init() {}

    /// The short form of a daily insight.
    public init(_ whole: DailyInsightDocument) {
        (date, steps, restingHeartRate) = (whole.date, whole.activity.steps, whole.heart.resting)
        insight = whole.narrative.summary
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("date", &date)
        fields.field("steps", &steps)
        fields.field("restingHeartRate", &restingHeartRate, .number.nullable.about("Beats per minute"))
        fields.field("insight", &insight)
    }
}
