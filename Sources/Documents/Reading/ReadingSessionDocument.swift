public import Signals

/// A reading session, kept like a workout.
public struct ReadingSessionDocument: Document {
    public static var title: String? { "ReadingSession" }

    /// Whether it goes on.
    public enum State: String, Word { case running, ended }

    /// How it was read in all.
    public struct Summary: Document {
        /// Words that were read.
        public var words: Int?
        /// Seconds that were spent reading.
        public var seconds: Double?
        /// Words per minute.
        public var speed: Double?
        /// Share of mistakes, 0 to 1.
        public var errors: Double?
        /// Pauses per minute.
        public var pauses: Double?
        /// The mean load, 0 to 1; nil while it goes on, and without any.
        public var meanLoad: Double?
        /// The highest load, 0 to 1.
        public var peakLoad: Double?
        /// How many times the load was assessed.
        public var assessments: Int?
        /// How many times it rose to overload.
        public var overloads: Int?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("words", &words)
            fields.field("reading_s", &seconds)
            fields.field("reading_speed", &speed)
            fields.field("error_rate", &errors)
            fields.field("pause_frequency", &pauses)
            if assessments == nil {
                fields.optional("mean_load", &meanLoad, .number.nullable)
                fields.optional("peak_load", &peakLoad, .number.nullable)
            } else {
                fields.field("mean_load", &meanLoad)
                fields.field("peak_load", &peakLoad)
            }
            fields.optional("assessments", &assessments)
            fields.optional("overloads", &overloads)
        }
    }

    /// Its number.
    public var id = 0
    /// What was done: `reading`.
    public var kind = ""
    /// What was read.
    public var heading = ""
    /// Words of the text; nil where they were not counted.
    public var words: Int?
    /// Whether it goes on.
    public var state: State? = .running
    /// When it began.
    public var started = Instant.zero
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// Why it ended: `stopped` or `abandoned`.
    public var endCause: String?
    /// How it was read; nil before anything was.
    public var summary: Summary?
    /// The first assessment; only in the answer to the begin.
    public var assessment: ReadingAssessmentDocument?
    /// The load curve, oldest first; only where one session is asked for.
    public var loads: [ReadingAssessmentDocument]?

    public init() {}

    /// Whether it goes on.
    public var isRunning: Bool { ended == nil }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("kind", &kind)
        fields.field("title", &heading)
        fields.field("words", &words)
        fields.word("state", &state)
        fields.field("started_s", &started)
        fields.field("ended_s", &ended)
        fields.field("end_cause", &endCause)
        fields.field("summary", &summary)
        fields.optional("assessment", &assessment, ReadingAssessmentDocument.schema.nullable)
        fields.optional("loads", &loads)
    }
}

/// A page of one's reading sessions, newest first.
public struct ReadingSessionListDocument: Document {
    /// The sessions.
    public var sessions: [ReadingSessionDocument] = []
    /// What `before` takes for the next page; nil on the last.
    public var next: Int?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("sessions", &sessions)
        fields.field("next_before", &next)
    }
}

/// What was taken of a reader's events.
public struct ReadingReceiptDocument: Document {
    /// How many events.
    public var accepted = 0
    /// The last assessment; nil before the first.
    public var assessment: ReadingAssessmentDocument?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("accepted", &accepted)
        fields.field("assessment", &assessment)
    }
}
