package import Signals

/// One metric that a program has sent, as it was sent.
package struct HealthMetric: Hashable, Sendable {
    /// The row number in the store.
    package var row: Int64 = 0
    /// The id that the sending program gave it.
    package var id: String
    /// The upload that it came with.
    package var upload: String
    /// The type, such as `sleep_analysis`.
    package var type: String
    /// The device that measured it; nil when not given.
    package var device: String?
    /// The program that sent it.
    package var source: String
    /// When it was made.
    package var time: Instant
    /// The whole metric, as JSON.
    package var body: [UInt8]

    /// Memberwise.
    package init(
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
package struct HealthMetricQuery: Sendable {
    /// The person whose metrics are wanted.
    package var person: Int64
    /// The type; nil for all.
    package var type: String?
    /// The sending program; nil for all.
    package var source: String?
    /// The earliest time, inclusive.
    package var start = Instant(nanoseconds: .min)
    /// The latest time, exclusive.
    package var end = Instant(nanoseconds: .max)
    /// The last metric of the page before; nil for the first page.
    package var before: (time: Instant, row: Int64)?
    /// The first one that was seen: those newer come, the nearest ones.
    package var after: (time: Instant, row: Int64)?
    /// How many of the newest to skip.
    package var offset = 0
    /// How many to return at most.
    package var limit: Int

    /// All metrics of a person, the newest first.
    package init(person: Int64, limit: Int) {
        self.person = person
        self.limit = limit
    }
}
