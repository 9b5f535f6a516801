public import Signals

/// A session of a person that is kept like a workout, such as one of reading.
public struct StoredSession: Hashable, Sendable, Identifiable {
    /// Its number in the store.
    public var id: Int64
    /// Whose it is, 0 where nobody was entered yet.
    public var person: Int64
    /// What was done: `reading`.
    public var kind: String
    /// What was read.
    public var title: String
    /// The words of it; nil when that is not known.
    public var words: Int?
    /// When it began.
    public var started: Instant
    /// When it ended; nil while it goes on.
    public var ended: Instant?
    /// Why it ended: `stopped` or `abandoned`; nil while it goes on.
    public var endCause: String?
    /// What became of it, as JSON; nil while it goes on.
    public var summary: [UInt8]?

    /// A session from its parts.
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

    /// One point of its load.
    public struct Load: Hashable, Sendable {
        /// When.
        public var time: Instant
        /// 0 ... 1; nil when it was not known.
        public var load: Double?
        /// The word for it; nil when it was not known.
        public var state: String?
        /// 0 ... 1.
        public var confidence: Double
        /// Whether ``load`` is an earlier one.
        public var isStale: Bool
        /// All that was known, as JSON.
        public var body: [UInt8]

        /// A point from its parts.
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
