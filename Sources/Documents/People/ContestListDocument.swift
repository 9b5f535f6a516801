public import Signals

/// Recordings of a recorder and a time of which somebody else has data too.
public struct ContestListDocument: Document {
    /// A recording that somebody brought.
    public struct Contest: Document {
        /// The recorder that it and the others name.
        public var device = ""
        /// The number of the recording.
        public var recording: RowNumber = 0
        /// Whose it is; nil for the first owner's.
        public var wearer: WearerDocument?
        /// Its first sample.
        public var start = Instant.zero
        /// The first instant after its last sample.
        public var end = Instant.zero
        /// What others have of the same time.
        public var others: [Part] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("device", &device)
            fields.field("recording", &recording, .integer)
            fields.field("wearer", &wearer)
            fields.field("start_s", &start)
            fields.field("end_s", &end)
            fields.field("others", &others)
        }
    }

    /// What somebody else has of the same time.
    public struct Part: Document {
        /// The number of the recording; nil for what came in live.
        public var recording: RowNumber?
        /// Whose it is; nil for the first owner's.
        public var wearer: WearerDocument?
        /// Its first sample.
        public var start = Instant.zero
        /// The first instant after its last sample.
        public var end = Instant.zero

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("recording", &recording, .integer.nullable)
            fields.field("wearer", &wearer)
            fields.field("start_s", &start)
            fields.field("end_s", &end)
        }
    }

    /// The newest recording first.
    public var contested: [Contest] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("contested", &contested) }
}

/// Says whose an imported recording is.
public struct GiveRecordingRequest: Document {
    public static var isClosed: Bool { true }

    /// The import: `recording-NUMBER`, or the id of one that runs.
    public var id = ""
    /// Whose; nobody leaves it to who was said to have worn the recorder.
    public var wearer = WearerChoice.nobody

    public init() {}

    /// Gives a recording to somebody.
    public init(_ recording: RowNumber, to wearer: WearerChoice) {
        (id, self.wearer) = ("recording-\(recording.rawValue)", wearer)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id, .string.about("`recording-NUMBER`, or the id of a running import"))
        fields.field("wearer", &wearer)
    }
}

/// Whose a recording is now.
public struct GivenRecordingDocument: Document {
    /// The number of the recording.
    public var recording: RowNumber = 0
    /// Whose it is; nil for who was said to have worn the recorder, else the first owner.
    public var wearer: WearerDocument?
    /// Whose it was, so that it can be given back; nil as for ``wearer``.
    public var before: WearerDocument?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("recording", &recording, .integer)
        fields.field("wearer", &wearer)
        fields.field("before", &before)
    }
}
