public import Signals

/// A breathing exercise: under way, or with its report.
public struct BreathingDocument: Document {
    public static var title: String? { "Breathing" }

    /// Figures of the breath and the heart over a stretch of time.
    public struct Report: Document {
        /// By how much the heart rate swings with each breath, per minute.
        public var peakToTrough = 0.0
        /// The power of the heart rate's variation at the pace of the breath, in ms².
        public var power = 0.0
        /// The mean heart rate, per minute.
        public var heartRate = 0.0
        /// Breaths that were heard.
        public var breaths = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("hr_peak_to_trough_bpm", &peakToTrough)
            fields.field("power_ms2", &power)
            fields.field("heart_rate_bpm", &heartRate)
            fields.field("breaths", &breaths)
        }
    }

    /// Its number.
    public var id = 0
    /// The number of whose it is; 0 where nobody was entered yet.
    public var person = 0
    /// Seconds in and out, such as `4-6`.
    public var pattern = ""
    /// Seconds of breathing in.
    public var inhale = 0.0
    /// Seconds of breathing out.
    public var exhale = 0.0
    /// How long it is meant to be, in seconds.
    public var seconds = 0
    /// When it began.
    public var started = Instant.zero
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// Whether it went on to its planned end.
    public var isComplete = false
    /// Until when the load is silent; nil while it goes on.
    public var mutedUntil: Instant?
    /// What it did; nil while it goes on, or with ``reason``.
    public var report: Report?
    /// The same stretch of time before it; nil where that is not known.
    public var before: Report?
    /// What it did, for a person; nil while it goes on.
    public var summary: String?
    /// Why there is no report.
    public var reason: String?
    /// What made the report.
    public var method = MakerDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("person", &person)
        fields.field("pattern", &pattern)
        fields.field("inhale_s", &inhale)
        fields.field("exhale_s", &exhale)
        fields.field("seconds", &seconds)
        fields.field("started_s", &started)
        fields.field("ended_s", &ended)
        fields.field("completed", &isComplete)
        fields.field("load_muted_until_s", &mutedUntil)
        fields.field("report", &report)
        fields.field("before", &before)
        fields.field("summary", &summary)
        fields.field("reason", &reason)
        fields.field("method", &method)
    }
}

/// A breathing exercise that is to begin.
public struct BreathingRequest: Document {
    /// How long one may be, in seconds.
    public static var bounds: ClosedRange<Int> { 30...300 }

    /// How a pattern is written; which seconds go together is more than one can say.
    package static let writtenPattern = "^[0-9]{1,2}([.][0-9]{1,3})?-[0-9]{1,2}([.][0-9]{1,3})?$"

    /// Seconds in and out, of 4 to 7.5 breaths a minute.
    public var pattern = "4-6"
    /// How long, in seconds.
    public var seconds = 60
    /// The person: their own number, or nil.
    public var user: String?

    public init() {}

    /// An exercise.
    public init(pattern: String = "4-6", seconds: Int = 60) { (self.pattern, self.seconds) = (pattern, seconds) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field(
            "pattern", &pattern,
            .string.with("pattern", .string(Self.writtenPattern)).nullable.optional
                .about("Seconds in and out, of 4 to 7.5 breaths a minute").standard("4-6"))
        fields.field("seconds", &seconds, .integer(Self.bounds).nullable.optional.standard(60))
        fields.optional("user_id", &user, .string.nullable)
    }
}

/// One's breathing exercises.
public struct BreathingListDocument: Document {
    /// The one that goes on.
    public var current: BreathingDocument?
    /// When the next may begin; nil for now.
    public var next: Instant?
    /// Those before, newest first.
    public var exercises: [BreathingDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("current", &current)
        fields.field("next_s", &next)
        fields.field("exercises", &exercises)
    }
}
