public import Signals

/// One metric that a program has sent, as it was sent.
public struct HealthMetric: Hashable, Sendable {
    /// Its number in the store.
    public var row: Int64 = 0
    /// The name that its program gave it.
    public var id: String
    /// The upload it came with.
    public var upload: String
    /// What it is, such as `sleep_analysis`.
    public var type: String
    /// What measured it, if that was said.
    public var device: String?
    /// The program that sent it.
    public var source: String
    /// When it was made.
    public var time: Instant
    /// The whole of it, as JSON.
    public var body: [UInt8]

    /// A metric from its parts.
    public init(
        id: String, upload: String, type: String, device: String?, source: String, time: Instant, body: [UInt8]
    ) {
        self.id = id
        self.upload = upload
        self.type = type
        self.device = device
        self.source = source
        self.time = time
        self.body = body
    }
}

/// Which metrics are asked for.
public struct HealthMetricQuery: Sendable {
    /// Whose.
    public var person: Int64
    /// What they are; nil for all.
    public var type: String?
    /// From which program; nil for all.
    public var source: String?
    /// Made at or after this time.
    public var start = Instant(nanoseconds: .min)
    /// Made before this time.
    public var end = Instant(nanoseconds: .max)
    /// The last one that was seen: those older come.
    public var before: (time: Instant, row: Int64)?
    /// The first one that was seen: those newer come, the nearest ones.
    public var after: (time: Instant, row: Int64)?
    /// How many of the newest to pass over.
    public var offset = 0
    /// How many at most.
    public var limit: Int

    /// All of a person's, newest first.
    public init(person: Int64, limit: Int) {
        self.person = person
        self.limit = limit
    }
}
