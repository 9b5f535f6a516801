package import Signals

/// Something that a person's program has sent, and what became of it.
package struct HealthUpload: Hashable, Sendable, Identifiable {
    /// The route that an upload came by.
    package enum Kind: String, Sendable {
        /// Metrics of the route `health-data`.
        case metrics = "health_data"
        /// Samples of the route `healthkit`.
        case samples = "healthkit"
    }

    /// The state of an upload.
    package enum Status: String, Sendable {
        /// Received, not processed yet.
        case received
        /// Being processed.
        case processing
        /// Everything was stored.
        case completed
        /// Nothing could be stored.
        case failed
        /// Parts were refused.
        case requiresReview = "requires_review"
    }

    /// The id; ids are never reused.
    package var id: String
    /// The person whose data they are.
    package var person: Int64
    /// The route that it came by.
    package var kind: Kind
    /// The state.
    package var status: Status = .received
    /// The sending program; nil when not given.
    package var source: String?
    /// A token that the program wants back; nil for none.
    package var syncToken: String?
    /// When it was received.
    package var received: Instant
    /// When its state last changed.
    package var updated: Instant
    /// The number of items in it.
    package var total: Int
    /// Items that were stored.
    package var accepted = 0
    /// Items that were refused.
    package var rejected = 0
    /// The faults of refused items, as JSON.
    package var faults: [UInt8] = Array("[]".utf8)

    /// An upload that has just been received.
    package init(
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

    /// The share that has been processed, 0 ... 1.
    package var progress: Double {
        total == 0 ? 1 : Double(accepted + rejected) / Double(total)
    }
}
