#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A reading session, kept like a workout.
public struct ReadingSession: Sendable, Hashable, Codable, Identifiable {
    /// How it was read in all.
    public struct Summary: Sendable, Hashable, Codable {
        /// Words that were read.
        public var words: Int?
        /// Seconds that were spent reading.
        public var seconds: Double?
        /// Words per minute.
        public var speed: Double?
        /// Share of mistakes, 0 to 1.
        public var errors: Double?
        /// Pauses per minute.
        public var pauses: Double?
        /// The mean load, 0 to 1.
        public var meanLoad: Double?
        /// The highest load, 0 to 1.
        public var peakLoad: Double?
        /// How often the load was assessed.
        public var assessments: Int?
        /// How often it rose to overload.
        public var overloads: Int?

        enum CodingKeys: String, CodingKey {
            case words, assessments, overloads
            case seconds = "reading_s"
            case speed = "reading_speed"
            case errors = "error_rate"
            case pauses = "pause_frequency"
            case meanLoad = "mean_load"
            case peakLoad = "peak_load"
        }
    }

    /// Its number.
    public var id: Int
    /// `reading`.
    public var kind: String
    /// What was read.
    public var title: String
    /// Words of the text; nil when they were not counted.
    public var words: Int?
    /// `running` or `ended`.
    public var state: String
    /// When it began.
    public var started: Date
    /// When it ended.
    public var ended: Date?
    /// Why it ended.
    public var endCause: String?
    /// How it was read; nil before anything was.
    public var summary: Summary?
    /// The first assessment; only in the answer to the beginning.
    public var assessment: ReadingAssessment?
    /// The load curve, the oldest first; only where one session is asked for.
    public var loads: [ReadingAssessment]?

    /// Whether it goes on.
    public var isRunning: Bool { ended == nil }

    enum CodingKeys: String, CodingKey {
        case id, kind, title, words, state, summary, assessment, loads
        case started = "started_s"
        case ended = "ended_s"
        case endCause = "end_cause"
    }
}

/// Reading sessions, the newest first.
public struct ReadingSessionList: Sendable, Hashable, Codable {
    /// The sessions.
    public var sessions: [ReadingSession]
    /// What to ask for those before; nil when there are none.
    public var nextBefore: Int?

    enum CodingKeys: String, CodingKey {
        case sessions
        case nextBefore = "next_before"
    }
}

/// A session that begins.
public struct ReadingSessionStart: Sendable, Hashable, Codable {
    /// What is read.
    public var title: String?
    /// Words of the text.
    public var words: Int?

    /// A value from its parts.
    public init(title: String? = nil, words: Int? = nil) {
        self.title = title
        self.words = words
    }
}
