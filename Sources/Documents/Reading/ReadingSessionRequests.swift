public import Signals

/// What is done in a session.
public enum SessionKind: String, Word { case reading }

/// A reading session that begins.
public struct ReadingStartRequest: Document {
    /// What is done.
    public var kind = SessionKind.reading
    /// What is read.
    public var heading: String?
    /// Words of the text; nil where they were not counted.
    public var words: Int?
    /// The reader: their own number, or nil.
    public var user: String?

    public init() {}

    /// A session.
    public init(_ heading: String?, words: Int? = nil) { (self.heading, self.words) = (heading, words) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("kind", &kind, SessionKind.schema.nullable.optional.standard("reading"))
        fields.optional("title", &heading, .string(0...500).nullable)
        fields.optional("words", &words, .integer(0...100_000_000).nullable)
        fields.optional("user_id", &user, .string.nullable)
    }
}

/// Which page of one's sessions.
public struct ReadingSessionListRequest: Document {
    /// Only those of one kind.
    public var kind: SessionKind?
    /// The most sessions.
    public var limit = 50
    /// Only those with a smaller number.
    public var before: Int?

    public init() {}

    /// A page.
    public init(limit: Int, before: Int? = nil) { (self.limit, self.before) = (limit, before) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("kind", &kind, SessionKind.schema)
        fields.query("limit", &limit, .integer(1...200).standard(50))
        fields.query("before", &before, .rowNumber.about("Only those with a smaller id"))
    }
}

/// What a reader does in a session.
public struct ReadingEventsRequest: Document {
    /// The number of the session.
    public var id: RowNumber = 0
    /// What they do, oldest first.
    public var events: [ReadingEventDocument] = []

    public init() {}

    /// Events of a session.
    public init(_ session: Int, _ events: [ReadingEventDocument]) {
        (id, self.events) = (RowNumber(Int64(session)), events)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.field("events", &events, .array(ReadingEventDocument.schema, count: 0...500))
    }

    public func faults() -> [FieldFault] {
        events.enumerated().flatMap { index, event in event.faults(at: "events[\(index)].") }
    }
}

/// What a reader did.
public struct ReadingEventDocument: Document {
    /// What it was.
    public var kind = ReadingEventKind.view
    /// When; nil for now.
    public var time: Instant?
    /// The first word on the screen, counted from the begin of the text.
    public var from: Int?
    /// The word after the last on the screen.
    public var to: Int?
    /// Words read since the last event.
    public var words: Int?
    /// Whether an answer was right; needed with `answer`.
    public var isCorrect: Bool?

    public init() {}

    /// An event.
    public init(
        _ kind: ReadingEventKind, at time: Instant? = nil, view: Range<Int>? = nil, words: Int? = nil,
        isCorrect: Bool? = nil
    ) {
        (self.kind, self.time, self.words, self.isCorrect) = (kind, time, words, isCorrect)
        (from, to) = (view?.lowerBound, view?.upperBound)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("kind", &kind)
        fields.optional(
            "t_s", &time,
            Schema.requestTimeSeconds.nullable.about("UTC seconds since 1970; now where left out"))
        fields.optional("from", &from, .integer(0...100_000_000).nullable.about("First word on the screen"))
        fields.optional("to", &to, .integer(0...100_000_000).nullable.about("Word after the last on the screen"))
        fields.optional("words", &words, .integer(0...1_000_000).nullable.about("Words just read"))
        fields.optional("correct", &isCorrect, .boolean.nullable.about("Of an answer"))
    }

    func faults(at place: String) -> [FieldFault] {
        func fault(_ name: String, _ what: String, code: String) -> [FieldFault] {
            [FieldFault("\(place)\(name)", "“\(place)\(name)” \(what).", code: code)]
        }
        if from == nil, to != nil { return fault("from", "is missing", code: "missing") }
        if from != nil, to == nil { return fault("to", "is missing", code: "missing") }
        if let from, let to, from > to { return fault("to", "must not be below from", code: "invalid_value") }
        if kind == .answer, isCorrect == nil { return fault("correct", "is missing", code: "missing") }
        return []
    }
}
