extension Call where Reply == ReadingSessionList {
    /// Reading sessions, the newest first.
    /// - Parameters:
    ///   - limit: at most so many, 1 to 200.
    ///   - before: only those with a smaller number.
    public static func readingSessions(limit: Int = 50, before: Int? = nil) -> Self {
        Self("GET", "/api/v1/sessions", query: [("limit", "\(limit)"), ("before", before.map(String.init))])
    }
}

extension Call where Reply == ReadingSession {
    /// One session with its load curve.
    public static func readingSession(_ id: Int) -> Self { Self("GET", "/api/v1/sessions/\(id)") }

    /// Begins a session; one that goes on is ended.
    public static func startReading(_ start: ReadingSessionStart) throws -> Self {
        try Self("POST", "/api/v1/sessions", json: start)
    }

    /// Ends a session.
    public static func stopReading(_ id: Int) -> Self { Self("POST", "/api/v1/sessions/\(id)/stop") }
}

extension Call where Reply == ReadingEventsReply {
    /// Says what a reader does, 500 events at most.
    public static func readingEvents(_ id: Int, _ events: [ReadingEvent]) throws -> Self {
        try Self("POST", "/api/v1/sessions/\(id)/events", json: ["events": events])
    }
}

extension Call where Reply == NoReply {
    /// Removes a session.
    public static func removeReading(_ id: Int) -> Self { Self("DELETE", "/api/v1/sessions/\(id)") }
}

extension Call where Reply == Nothing {
    /// The events of reading alone: assessments, changes of the load's state, breathing.
    public static var readingStream: Self {
        Self(.liveStream, LiveStreamRequest([.assessed, .loadStateChanged, .breathing]))
    }
}

extension Call where Reply == Breathing {
    /// Begins a breathing exercise.
    /// - Parameters:
    ///   - pattern: seconds in and out.
    ///   - seconds: how long.
    public static func breathe(_ pattern: String = "4-6", seconds: Int = 60) throws -> Self {
        try Self("POST", "/api/v1/breathing", json: BreathingStart(pattern: pattern, seconds: seconds))
    }

    /// Ends a breathing exercise; answers what it did.
    public static func stopBreathing(_ id: Int) -> Self { Self("POST", "/api/v1/breathing/\(id)/stop") }
}

private struct BreathingStart: Encodable {
    var pattern: String
    var seconds: Int
}
