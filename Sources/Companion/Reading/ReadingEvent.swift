public import Signals

/// What a reader did on a reading page.
public struct ReadingEvent: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// This part of the text is on the screen: words `from` ..< `to`.
        case view
        /// As ``view``, after scrolling.
        case scroll
        /// A page was turned: `words` were on the last one, or `from` ..< `to` are on the new one.
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
        /// A question about the text was answered: `isCorrect`.
        case answer
        /// The reader marked something as not understood.
        case error
    }

    /// When it happened, by the page's clock.
    public var time: Instant
    /// The kind of event.
    public var kind: Kind
    /// The words on the screen, counted from the begin of the text; nil where the event has none.
    public var view: Range<Int>?
    /// Words read since the last event, where the page counts them itself.
    public var words: Int?
    /// Whether an answer was right; nil for events other than answers.
    public var isCorrect: Bool?

    /// Memberwise; what is not given has its default.
    public init(
        _ kind: Kind, at time: Instant, view: Range<Int>? = nil, words: Int? = nil, isCorrect: Bool? = nil
    ) {
        self.kind = kind
        self.time = time
        self.view = view
        self.words = words
        self.isCorrect = isCorrect
    }
}
