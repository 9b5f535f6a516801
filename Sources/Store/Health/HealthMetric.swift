public import Signals

/// One metric that a program has sent, as it was sent.
public struct HealthMetric: Hashable, Sendable {
    /// The row number in the store.
    public var row: Int64 = 0
    /// The id that the sending program gave it.
    public var id: String
    /// The upload that it came with.
    public var upload: String
    /// The type, such as `sleep_analysis`.
    public var type: String
    /// The device that measured it; nil when not given.
    public var device: String?
    /// The program that sent it.
    public var source: String
    /// When it was made.
    public var time: Instant
    /// The whole metric, as JSON.
    public var body: [UInt8]

    /// Memberwise.
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

/// A query for metrics.
public struct HealthMetricQuery: Sendable {
    /// The person whose metrics are wanted.
    public var person: Int64
    /// The type; nil for all.
    public var type: String?
    /// The sending program; nil for all.
    public var source: String?
    /// The earliest time, inclusive.
    public var start = Instant(nanoseconds: .min)
    /// The latest time, exclusive.
    public var end = Instant(nanoseconds: .max)
    /// The last metric of the page before; nil for the first page.
    public var before: (time: Instant, row: Int64)?
    /// The first one that was seen: those newer come, the nearest ones.
    public var after: (time: Instant, row: Int64)?
    /// How many of the newest to skip.
    public var offset = 0
    /// How many to return at most.
    public var limit: Int

    /// All metrics of a person, the newest first.
    public init(person: Int64, limit: Int) {
        self.person = person
        self.limit = limit
    }
}
