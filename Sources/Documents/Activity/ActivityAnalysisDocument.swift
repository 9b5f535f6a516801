public import Signals

/// What the activity of some days says of sleep and rhythm.
public struct ActivityAnalysisDocument: Document {
    public static var title: String? { "ActigraphyAnalysis" }

    /// Whose it is.
    public var userID = ""
    /// When it was made.
    public var made = UTCTime.zero
    /// The local day of waking up of the night that the figures are of; nil where no night was found.
    public var date: CivilDate?
    /// Time asleep in percent of the time in bed.
    public var efficiency: Double?
    /// Minutes from lights out to sleep.
    public var onsetLatency: Double?
    /// Minutes awake after falling asleep.
    public var wakeAfterOnset: Double?
    /// Hours asleep.
    public var totalSleep: Double?
    /// How regular the days are, 0 to 1.
    public var rhythm: Double?
    /// How broken up activity is, 0 to 1.
    public var fragmentation: Double?
    /// The mood-related score, 0 to 1; nil unless it was asked for.
    public var depressionRisk: Double?
    /// Always nil: nothing that was measured fills it.
    public var maniaRisk: Double?
    /// Always nil, too.
    public var maniaLevel: String?
    /// When the first of ``stages`` begins.
    public var stagesStart: UTCTime?
    /// Seconds that each of them lasts.
    public var stageSeconds: Int?
    /// States of the sleep period: `awake`, `asleep`, `unknown`.
    public var stages: [String] = []
    /// Other sleep of that day.
    public var naps: [Nap] = []
    /// How sure the figures are, 0 to 1.
    public var confidence: Double?
    /// Minutes with a value, as a share of those asked for.
    public var completeness = 0.0
    /// What it means, for people.
    public var insights: [String] = []
    /// What found the sleep, and what scored it.
    public var algorithm: String?
    /// The mean token of the actigraphy transformer; nil without its weights or a week.
    public var embedding: [Double]?
    /// How the mood-related score came about; nil unless it was asked for.
    public var mood: Mood?
    /// Why a figure is missing or in doubt, by its name.
    public var reasons: [String: String] = [:]
    /// What made each figure, by its name.
    public var methods: [String: MethodDocument] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("user_id", &userID)
        fields.field("analysis_timestamp", &made)
        fields.field("date", &date)
        fields.field("sleep_efficiency", &efficiency, .number.nullable.about("Percent"))
        fields.field("sleep_onset_latency", &onsetLatency, .number.nullable.about("Minutes"))
        fields.field("wake_after_sleep_onset", &wakeAfterOnset, .number.nullable.about("Minutes"))
        fields.field("total_sleep_time", &totalSleep, .number.nullable.about("Hours"))
        fields.field("circadian_rhythm_score", &rhythm)
        fields.field("activity_fragmentation", &fragmentation)
        fields.field("depression_risk_score", &depressionRisk)
        fields.field("mania_risk_score", &maniaRisk)
        fields.field("mania_alert_level", &maniaLevel)
        fields.field("stages_start", &stagesStart, .time.nullable.about("When the first of sleep_stages begins"))
        fields.field("stage_epoch_seconds", &stageSeconds, .integer.nullable.about("How long each of them lasts"))
        fields.field("sleep_stages", &stages)
        fields.field("naps", &naps, .array(Nap.schema).about("Other sleep of that day"))
        fields.field("confidence_score", &confidence)
        fields.field(
            "data_completeness", &completeness, .number(0...1).about("Minutes with a value, of those asked for"))
        fields.field("clinical_insights", &insights)
        fields.field("algorithm", &algorithm, .string.nullable.about("What found the sleep, and what scored it"))
        fields.field("embedding", &embedding)
        fields.optional("depression_risk", &mood, Mood.schema.about("Where “mood” was asked for"))
        fields.field("reasons", &reasons)
        fields.field("methods", &methods)
    }
}

extension ActivityAnalysisDocument {
    /// Sleep outside the night.
    public struct Nap: Document {
        /// When it began.
        public var start = UTCTime.zero
        /// When it ended.
        public var end = UTCTime.zero

        public init() {}

        /// A nap.
        public init(_ span: Range<Instant>) { (start, end) = (UTCTime(span.lowerBound), UTCTime(span.upperBound)) }

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start", &start)
            fields.field("end", &end)
        }
    }

    /// The mood-related score with its parts.
    public struct Mood: Document {
        /// What goes into it.
        public struct Input: Document {
            /// Which figure.
            public var name = ""
            /// Its value.
            public var value = 0.0
            /// What it adds, 0 to 1.
            public var score = 0.0

            public init() {}

            public mutating func fields(_ fields: inout some FieldVisitor) {
                fields.field("name", &name)
                fields.field("value", &value)
                fields.field("score", &score)
            }
        }

        /// What to think of it.
        public var label = ""
        /// The rule.
        public var method = ""
        /// What goes into it.
        public var inputs: [Input] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("label", &label)
            fields.field("method", &method)
            fields.field("inputs", &inputs)
        }
    }
}
