extension Call where Reply == NoReply {
    /// The events of reading alone: assessments, changes of the load's state, breathing.
    public static var readingStream: Self {
        Self("GET", "/api/v1/live/stream", query: [("topics", "load.assessed,load.state_changed,breathing")])
    }
}
