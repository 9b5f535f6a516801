#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a reading page saw its reader do.
public struct ReadingEvent: Sendable, Hashable, Codable {
    /// What it was.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Words ``ReadingEvent/from`` to ``ReadingEvent/to`` are on the screen.
        case view
        /// The same, after scrolling.
        case scroll
        /// A page was turned.
        case pageTurn = "page_turn"
        /// The reader went back to read a part again.
        case reread
        /// The reader pauses.
        case pause
        /// The reader goes on.
        case resume
        /// The page is out of sight.
        case hidden
        /// The page is seen again.
        case shown
        /// A question about the text was answered.
        case answer
        /// The reader marked something as not understood.
        case error
    }

    /// What.
    public var kind: Kind
    /// When; now where it is nil.
    public var time: Date?
    /// The first word on the screen.
    public var from: Int?
    /// The word after the last on the screen.
    public var to: Int?
    /// Words read since the last event.
    public var words: Int?
    /// Whether an answer was right.
    public var isCorrect: Bool?

    /// A value from its parts.
    public init(
        _ kind: Kind, at time: Date? = nil, view: Range<Int>? = nil, words: Int? = nil, isCorrect: Bool? = nil
    ) {
        self.kind = kind
        self.time = time
        from = view?.lowerBound
        to = view?.upperBound
        self.words = words
        self.isCorrect = isCorrect
    }

    enum CodingKeys: String, CodingKey {
        case kind, from, to, words
        case time = "t_s"
        case isCorrect = "correct"
    }
}

/// What became of events.
public struct ReadingEventsReply: Sendable, Hashable, Codable {
    /// Events that were taken.
    public var accepted: Int
    /// The last assessment; nil before there is one.
    public var assessment: ReadingAssessment?
}
