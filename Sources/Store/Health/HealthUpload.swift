public import Signals

/// Something that a person's program has sent, and what became of it.
public struct HealthUpload: Hashable, Sendable, Identifiable {
    /// Through which door it came.
    public enum Kind: String, Sendable {
        /// Metrics of the route `health-data`.
        case metrics = "health_data"
        /// Samples of the route `healthkit`.
        case samples = "healthkit"
    }

    /// How far it is.
    public enum Status: String, Sendable {
        /// Taken, not yet looked at.
        case received
        /// Being kept.
        case processing
        /// Everything was kept.
        case completed
        /// Nothing could be kept.
        case failed
        /// A part was refused.
        case requiresReview = "requires_review"
    }

    /// Its name, never given twice.
    public var id: String
    /// Whose it is.
    public var person: Int64
    /// Through which door it came.
    public var kind: Kind
    /// How far it is.
    public var status: Status = .received
    /// The program that sent it.
    public var source: String?
    /// What the program asked to have back.
    public var syncToken: String?
    /// When it came.
    public var received: Instant
    /// When something was last done about it.
    public var updated: Instant
    /// Items in it.
    public var total: Int
    /// Items that were kept.
    public var accepted = 0
    /// Items that were refused.
    public var rejected = 0
    /// What was wrong with those, as JSON.
    public var faults: [UInt8] = Array("[]".utf8)

    /// An upload that has just come.
    public init(
        id: String, person: Int64, kind: Kind, source: String?, syncToken: String?, received: Instant, total: Int
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.source = source
        self.syncToken = syncToken
        self.received = received
        self.updated = received
        self.total = total
    }

    /// How much of it was looked at, 0 ... 1.
    public var progress: Double {
        total == 0 ? 1 : Double(accepted + rejected) / Double(total)
    }
}
