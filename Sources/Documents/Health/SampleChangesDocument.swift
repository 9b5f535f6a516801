/// What somebody has seen of samples.
public struct SampleChangesRequest: Document {
    /// Up to where, as the page before said; nil for nothing.
    public var token: SampleToken?
    /// The samples after which a page ends, 1 to 10,000; those of one minute are not parted.
    public var limit = 1000
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// Samples that have changed.
    public init(since token: SampleToken?, limit: Int = 1000, person: Int? = nil) {
        (self.token, self.limit, self.person) = (token, limit, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("sync_token", &token, .syncToken)
        fields.query("limit", &limit, .integer(1...10_000).standard(1000))
        fields.query("person", &person, .subject)
    }
}

extension Schema {
    /// What a page of changed samples ended with.
    static var syncToken: Schema {
        .string.with("pattern", "^1[.][0-9a-z]{1,13}([.]-?[0-9a-z]{1,13}){3}[.]([0-9a-f]{2})*$")
            .about("As the page before said; left out for all that there is")
    }
}

/// What of somebody's samples has changed.
public struct SampleChangesDocument: Document {
    public static var title: String? { "SampleChanges" }

    /// A stretch of time that may have changed, with all samples of a type that begin in it now.
    public struct Stretch: Document {
        /// What they are of.
        public var type = ""
        /// From when they begin.
        public var start = UTCTime.zero
        /// Before when they begin.
        public var end = UTCTime.zero
        /// All of them, the oldest first.
        public var samples: [SamplePageDocument.Sample] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("type", &type)
            fields.field("start", &start)
            fields.field("end", &end)
            fields.field("samples", &samples)
        }
    }

    /// The stretches: their samples take the place of whatever of that type began in them.
    public var stretches: [Stretch] = []
    /// What to ask with next: at once where there is more, else for what changes from now on.
    public var token: SampleToken?
    /// Whether there is more now.
    public var hasMore = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field(
            "stretches", &stretches,
            .array(Stretch.schema).about("Their samples take the place of whatever of that type began in them"))
        fields.field("sync_token", &token)
        fields.field("has_more", &hasMore)
    }
}

extension Endpoint where Request == SampleChangesRequest, Reply == SampleChangesDocument {
    /// What of somebody's samples has changed.
    public static var sampleChanges: Self {
        Self(
            .get, "/api/v1/samples/changes", "What of the samples has changed", in: "samples",
            detail:
                "Without a sync_token all samples, page by page; with one what came, went or was changed since it was given: "
                + "uploads, what devices measured, nights scored again or edited, deletions. Each stretch holds all samples of its "
                + "type that begin in it. A token holds through restarts and for 60 days at least; 410 says that all must be read "
                + "anew, without it.",
            problems: [404, 410, 422])
    }
}
