/// How somebody reads, over some stretch of time; what cannot be known is nil.
package struct ReadingFigures: Hashable, Sendable {
    /// Words per minute of the time that was spent reading.
    package var speed: Double?
    /// Share of answers, and of parts of the text, that went wrong: false answers, marks, parts read again.
    package var errors: Double?
    /// Pauses per minute.
    package var pauses: Double?
    /// Number of words that were read.
    package var words: Int
    /// Seconds spent reading, pauses left out.
    package var seconds: Double

    /// Memberwise; what is not given has its default.
    package init(
        speed: Double? = nil, errors: Double? = nil, pauses: Double? = nil, words: Int = 0, seconds: Double = 0
    ) {
        self.speed = speed
        self.errors = errors
        self.pauses = pauses
        self.words = words
        self.seconds = seconds
    }

    /// Whether any figure is known.
    package var isKnown: Bool { speed != nil || errors != nil || pauses != nil }
}
