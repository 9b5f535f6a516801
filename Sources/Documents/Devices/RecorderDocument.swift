public import Signals

/// A recorder on a cable and the work on it.
public struct RecorderDocument: Document, Identifiable {
    public static var title: String? { "Recorder" }

    /// The recording that lies on it.
    public struct Recording: Document {
        /// Its size.
        public var bytes = 0
        /// When it was set up to begin; nil where that cannot be told.
        public var start: Instant?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("bytes", &bytes)
            fields.field("start_s", &start)
        }
    }

    /// How far copying or checking is.
    public struct Download: Document {
        /// Bytes that are done.
        public var bytes = 0
        /// Bytes of the recording.
        public var total = 0
        /// Seconds that it will still take; nil where that is not known.
        public var secondsLeft: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("bytes", &bytes)
            fields.field("total_bytes", &total)
            fields.field("seconds_left", &secondsLeft)
        }
    }

    /// What it will record next.
    public struct Plan: Document {
        /// Samples per second.
        public var rate: Double?
        /// The largest acceleration, in g.
        public var range: Int?
        /// When it begins: a wall time, `always`, or `never`.
        public var start: String?
        /// The number of the session.
        public var session: Int?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("rate_hz", &rate)
            fields.field("range_g", &range)
            fields.field("start", &start)
            fields.field("session", &session)
        }
    }

    /// The id of its device.
    public var id = ""
    /// What is being done: `reading`, `ready`, `downloading`, `paused`, `verifying`, `complete`, `configuring`,
    /// `clearing` or `failed`.
    public var state = ""
    /// What happened, for people.
    public var message: String?
    /// The number on its case, which confirms what changes it; nil before it was read.
    public var number: String?
    /// The charge of its battery, 0 to 100 percent.
    public var battery: Int?
    /// Seconds by which its clock is ahead of the gateway's.
    public var clockOffset: Double?
    /// Seconds per day that its clock gains.
    public var clockDrift: Double?
    /// Whether there is a checked copy of its recording.
    public var isDownloaded = false
    /// What lies on it; nil where nothing does.
    public var recording: Recording?
    /// How far copying or checking is; nil while neither goes on.
    public var download: Download?
    /// What it will record next; nil before it was read.
    public var next: Plan?
    /// What people should know of it.
    public var remarks: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("state", &state)
        fields.field("message", &message)
        fields.field("number", &number)
        fields.field("battery_percent", &battery)
        fields.field("clock_offset_s", &clockOffset)
        fields.field("clock_drift_s_per_day", &clockDrift)
        fields.field("downloaded", &isDownloaded)
        fields.field("recording", &recording)
        fields.field("download", &download)
        fields.field("next", &next)
        fields.field("remarks", &remarks)
    }
}
