public import Documents
public import Signals

/// What a reader did on a reading page.
public struct ReadingEvent: Hashable, Sendable {
    /// What it was.
    public typealias Kind = ReadingEventKind

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
