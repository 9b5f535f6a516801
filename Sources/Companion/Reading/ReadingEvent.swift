public import Documents
public import Signals

/// What a reading page saw its reader do.
public struct ReadingEvent: Hashable, Sendable {
    /// What it was.
    public typealias Kind = ReadingEventKind

    /// When.
    public var time: Instant
    /// What.
    public var kind: Kind
    /// The words on the screen, counted from the begin of the text; nil where the event has none.
    public var view: Range<Int>?
    /// Words read since the last event, where the page counts them itself.
    public var words: Int?
    /// Whether an answer was right.
    public var isCorrect: Bool?

    /// An event from its parts.
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
