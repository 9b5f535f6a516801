public import Signals

/// A session of a person that is kept like a workout, such as one of reading.
public struct StoredSession: Hashable, Sendable, Identifiable {
    /// The number of the session in the store.
    public var id: Int64
    /// The person; 0 where nobody was entered yet.
    public var person: Int64
    /// The kind of session: `reading`.
    public var kind: String
    /// The title of the text.
    public var title: String
    /// Words of the text; nil when not known.
    public var words: Int?
    /// When it began.
    public var started: Instant
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// Why it ended: `stopped` or `abandoned`; nil while it goes on.
    public var endCause: String?
    /// What became of it, as JSON; nil while it goes on.
    public var summary: [UInt8]?

    /// Memberwise; what is not given has its default.
    public init(
        id: Int64 = 0, person: Int64, kind: String, title: String, words: Int? = nil, started: Instant,
        ended: Instant? = nil, endCause: String? = nil, summary: [UInt8]? = nil
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.title = title
        self.words = words
        self.started = started
        self.ended = ended
        self.endCause = endCause
        self.summary = summary
    }

    /// A point of the load curve.
    public struct Load: Hashable, Sendable {
        /// The end of the window that it is of.
        public var time: Instant
        /// The load, 0 ... 1; nil when it was not known.
        public var load: Double?
        /// The state of the load; nil when it was not known.
        public var state: String?
        /// The confidence in the load, 0 ... 1.
        public var confidence: Double
        /// Whether ``load`` repeats an earlier value.
        public var isStale: Bool
        /// The whole assessment, as JSON.
        public var body: [UInt8]

        /// Memberwise.
        public init(
            time: Instant, load: Double?, state: String?, confidence: Double, isStale: Bool, body: [UInt8]
        ) {
            self.time = time
            self.load = load
            self.state = state
            self.confidence = confidence
            self.isStale = isStale
            self.body = body
        }
    }
}
