/// The contents of the reading page.
public struct Reading: Sendable, Hashable {
    /// The session under way; nil for none.
    public var session: ReadingSession?
    /// The assessments of ``session``, the oldest first.
    public var loads: [ReadingAssessment]
    /// Sessions that have ended, the newest first.
    public var history: [ReadingSession]
    /// The last breathing exercise since the model was made; nil for none.
    public var breathing: Breathing?

    /// The newest assessment; nil before any.
    public var current: ReadingAssessment? { loads.last }
}
