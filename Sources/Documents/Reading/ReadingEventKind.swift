/// What a reader did.
public enum ReadingEventKind: String, Word {
    /// This part of the text is on the screen: words `from` ..< `to`.
    case view
    /// The same, after scrolling.
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
