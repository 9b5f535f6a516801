public import Documents

/// What a reading page shows.
public struct Reading: Sendable, Hashable {
    /// The session that goes on; nil when none does.
    public var session: ReadingSessionDocument?
    /// Its load curve, the oldest first.
    public var loads: [ReadingAssessmentDocument]
    /// Sessions that are over, the newest first.
    public var history: [ReadingSessionDocument]
    /// The last breathing exercise of this run.
    public var breathing: BreathingDocument?

    /// The load as it is now.
    public var current: ReadingAssessmentDocument? { loads.last }
}
