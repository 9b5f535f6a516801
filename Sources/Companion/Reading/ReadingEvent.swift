package import Documents
package import Signals

/// What a reader did on a reading page.
package struct ReadingEvent: Hashable, Sendable {
    /// What it was.
    package typealias Kind = ReadingEventKind

    /// When it happened, by the page's clock.
    package var time: Instant
    /// The kind of event.
    package var kind: Kind
    /// The words on the screen, counted from the begin of the text; nil where the event has none.
    package var view: Range<Int>?
    /// Words read since the last event, where the page counts them itself.
    package var words: Int?
    /// Whether an answer was right; nil for events other than answers.
    package var isCorrect: Bool?

    /// Memberwise; what is not given has its default.
    package init(
        _ kind: Kind, at time: Instant, view: Range<Int>? = nil, words: Int? = nil, isCorrect: Bool? = nil
    ) {
        self.kind = kind
        self.time = time
        self.view = view
        self.words = words
        self.isCorrect = isCorrect
    }
}
