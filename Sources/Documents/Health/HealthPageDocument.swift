/// Which metrics.
public struct HealthPageRequest: Document {
    /// The most metrics, 1 to 1000.
    public var limit = 50
    /// Where the page begins, as another page said.
    public var cursor: PageCursor?
    /// How many of the newest to pass over, 0 to 1,000,000; not with a cursor.
    public var offset = 0
    /// What they are of, such as `heart_rate`; nil for all.
    public var type: String?
    /// What sent them; nil for all.
    public var source: String?
    /// Measured at or after this time.
    public var start: Moment?
    /// Measured before this time.
    public var end: Moment?

    public init() {}

    /// The newest metrics.
    public init(type: String? = nil, limit: Int = 50, cursor: PageCursor? = nil) {
        (self.type, self.limit, self.cursor) = (type, limit, cursor)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("limit", &limit, .integer(1...1000).standard(50))
        fields.query("cursor", &cursor, .cursor)
        fields.query("offset", &offset, .integer(0...1_000_000))
        fields.query("data_type", &type, .string)
        fields.query("source", &source, .string)
        fields.query("start_date", &start, .moment)
        fields.query("end_date", &end, .moment)
    }

    public func faults() -> [FieldFault] {
        guard cursor != nil, offset > 0 else { return [] }
        return [FieldFault("offset", "“offset” cannot go with a cursor.", code: "invalid_value")]
    }
}

/// A page of metrics, the newest first.
public struct HealthPageDocument: Document {
    /// Where in the whole a page is.
    public struct Pagination: Document {
        /// How many there are.
        public var total: Int?
        /// How many the page has.
        public var count = 0
        /// Whether there are older ones.
        public var hasNext = false
        /// Whether there are newer ones.
        public var hasPrevious = false
        /// Where the next page begins; nil on the last.
        public var next: PageCursor?
        /// Where the page before begins; nil on the first.
        public var previous: PageCursor?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("total_count", &total)
            fields.field("page_size", &count)
            fields.field("has_next", &hasNext)
            fields.field("has_previous", &hasPrevious)
            fields.field("next_cursor", &next)
            fields.field("previous_cursor", &previous)
        }
    }

    /// The pages around a page, as paths with their queries.
    public struct Links: Document {
        /// This one.
        public var here = ""
        /// The first.
        public var first = ""
        /// The one before; nil on the first.
        public var previous: String?
        /// The next; nil on the last.
        public var next: String?
        /// The last; nil where there is none.
        public var last: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("self", &here)
            fields.field("first", &first)
            fields.field("previous", &previous)
            fields.field("next", &next)
            fields.field("last", &last)
        }
    }

    /// The metrics.
    public var metrics: [StoredHealthMetricDocument] = []
    /// Where in the whole the page is.
    public var pagination = Pagination()
    /// The pages around it.
    public var links = Links()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("data", &metrics)
        fields.field("pagination", &pagination)
        fields.field("links", &links)
    }
}
