package import Signals

/// A session of a person that is kept like a workout, such as one of reading.
package struct StoredSession: Hashable, Sendable, Identifiable {
    /// The number of the session in the store.
    package var id: Int64
    /// The person; 0 where nobody was entered yet.
    package var person: Int64
    /// The kind of session: `reading`.
    package var kind: String
    /// The title of the text.
    package var title: String
    /// Words of the text; nil when not known.
    package var words: Int?
    /// When it began.
    package var started: Instant
    /// When it ended; nil while it goes on.
    package var ended: Instant?
    /// Why it ended: `stopped` or `abandoned`; nil while it goes on.
    package var endCause: String?
    /// What became of it, as JSON; nil while it goes on.
    package var summary: [UInt8]?

    /// Memberwise; what is not given has its default.
    package init(
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
    package struct Load: Hashable, Sendable {
        /// The end of the window that it is of.
        package var time: Instant
        /// The load, 0 ... 1; nil when it was not known.
        package var load: Double?
        /// The state of the load; nil when it was not known.
        package var state: String?
        /// The confidence in the load, 0 ... 1.
        package var confidence: Double
        /// Whether ``load`` repeats an earlier value.
        package var isStale: Bool
        /// The whole assessment, as JSON.
        package var body: [UInt8]

        /// Memberwise.
        package init(
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
