/// What a reading page shows.
public struct Reading: Sendable, Hashable {
    /// The session that goes on; nil when none does.
    public var session: ReadingSession?
    /// Its load curve, the oldest first.
    public var loads: [ReadingAssessment]
    /// Sessions that are over, the newest first.
    public var history: [ReadingSession]
    /// The last breathing exercise of this run.
    public var breathing: Breathing?

    /// The load as it is now.
    public var current: ReadingAssessment? { loads.last }
}
