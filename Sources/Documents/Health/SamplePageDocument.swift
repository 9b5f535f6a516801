package import Signals

/// Which samples.
public struct SamplePageRequest: Document {
    /// What they are of, such as `heart_rate`; 1 to 100 characters.
    public var type = ""
    /// From when.
    public var start = Moment.instant(.zero)
    /// Until when.
    public var end = Moment.instant(.zero)
    /// The most samples, 1 to 10,000.
    public var limit = 1000
    /// Where the page begins, as the page before said.
    public var cursor: PageCursor?
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// Samples of one type in a stretch of time.
    public init(_ type: String, from start: Moment, to end: Moment, limit: Int = 1000, cursor: PageCursor? = nil) {
        (self.type, self.start, self.end, self.limit, self.cursor) = (type, start, end, limit, cursor)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("type", &type, .words(1...100).required.example("heart_rate"))
        fields.query("start", &start, .moment.required)
        fields.query("end", &end, .moment.required)
        fields.query("limit", &limit, .integer(1...10_000).standard(1000))
        fields.query("cursor", &cursor, .cursor)
        fields.query("person", &person, .subject)
    }

    public func faults() -> [FieldFault] { Moment.faults(start, end, in: .utc) }
}

/// Samples of one type, the oldest first.
public struct SamplePageDocument: Document {
    /// A sample.
    public struct Sample: Document {
        /// What it is of, such as `heart_rate`.
        public var type = ""
        /// From when.
        public var start = UTCTime.zero
        /// Until when; the same for a moment.
        public var end = UTCTime.zero
        /// The figure, in ``unit``; nil for a sample that is a word.
        public var value: Double?
        /// The word, such as a stage of sleep or the sport of a workout; nil for a figure.
        public var word: String?
        /// The unit of the figure.
        public var unit = ""
        /// What measured it.
        public var device: String?
        /// What has it.
        public var source = ""
        /// The kilocalories that a workout took; nil where nobody told.
        public var energy: Double?
        /// The kilometres of a workout; nil where nobody told.
        public var distance: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("type", &type)
            fields.field("start", &start)
            fields.field("end", &end)
            fields.field("value", &value)
            fields.field("word", &word)
            fields.field("unit", &unit)
            fields.field("device_id", &device)
            fields.field("source", &source)
            fields.optional("energy_kcal", &energy, .number.about("Of a workout"))
            fields.optional("distance_km", &distance, .number.about("Of a workout"))
        }
    }

    /// What they are of.
    public var type = ""
    /// The samples.
    public var samples: [Sample] = []
    /// Where the next page begins; nil on the last.
    public var next: PageCursor?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("type", &type)
        fields.field("samples", &samples)
        fields.field("next_cursor", &next)
    }
}

/// Whose samples.
public struct SampleTypesRequest: Document {
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.query("person", &person, .subject) }
}

extension Schema {
    /// Whose health is asked for.
    static var subject: Schema {
        .integer(1...Int(Int32.max)).about("The number of a person; who asks, if left out")
    }
}

/// What there are samples of.
public struct SampleTypesDocument: Document {
    /// One type.
    public struct Entry: Document {
        /// Such as `heart_rate`.
        public var type = ""
        /// How many samples there are; of what devices measure and metrics tell 1 for any.
        public var count = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("type", &type)
            fields.field("count", &count)
        }
    }

    /// The types.
    public var types: [Entry] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("types", &types) }
}

extension Moment {
    /// What is wrong with a stretch of time, where days are those of `zone`.
    package static func faults(_ start: Moment, _ end: Moment, in zone: Zone) -> [FieldFault] {
        guard start.instant(in: zone) > end.instant(in: zone) else { return [] }
        return [FieldFault("end", "“end” must not lie before “start”.", code: "invalid_value")]
    }
}
