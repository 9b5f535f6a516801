import Signals

/// What is to be summed up.
public struct SampleSumRequest: Document {
    /// What the samples are of, such as `steps`; 1 to 100 characters.
    public var type = ""
    /// From when; a day is its midnight in ``zone``.
    public var start = Moment.instant(.zero)
    /// Until when.
    public var end = Moment.instant(.zero)
    /// How the time is cut.
    public var by = SampleParts.all
    /// Whose days and nights they are, such as `Europe/Berlin`; nil for the gateway's.
    public var zone: String?
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// The sum of samples of one type in a stretch of time.
    public init(_ type: String, from start: Moment, to end: Moment, by: SampleParts = .all, zone: String? = nil) {
        (self.type, self.start, self.end, self.by, self.zone) = (type, start, end, by, zone)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("type", &type, .words(1...100).required.example("steps"))
        fields.query("start", &start, .moment.required)
        fields.query("end", &end, .moment.required)
        fields.query("by", &by, SampleParts.schema.standard("all"))
        fields.query("zone", &zone, .string.about("Whose days and nights they are; the gateway's if left out"))
        fields.query("person", &person, .subject)
    }
}

/// What samples of one type come to.
public struct SampleSumDocument: Document {
    /// What counts within one part of the time.
    public struct Part: Document {
        /// From when.
        public var start = UTCTime.zero
        /// Until when.
        public var end = UTCTime.zero
        /// The sum; nil for what does not add up, and where nothing is known.
        public var sum: Double?
        /// The mean of the samples that begin in it; nil without any.
        public var mean: Double?
        /// The least of them.
        public var least: Double?
        /// The greatest of them.
        public var most: Double?
        /// How many of them there are.
        public var count = 0
        /// The source that adds most.
        public var source: String?
        /// Sources whose samples count, the one that adds most first.
        public var sources: [String] = []
        /// Of sleep: minutes by `asleep`, `light`, `deep`, `rem`, `awake`, `in_bed`; nil for anything else.
        public var minutes: [String: Double]?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("start", &start)
            fields.field("end", &end)
            fields.field("sum", &sum)
            fields.field("mean", &mean)
            fields.field("min", &least)
            fields.field("max", &most)
            fields.field("count", &count, .integer.about("Samples that begin in it; mean, min and max are theirs"))
            fields.field("source", &source, .string.nullable.about("The one that adds most"))
            fields.field("sources", &sources)
            fields.optional(
                "minutes", &minutes, .map(.number).about("Of sleep: asleep, light, deep, rem, awake, in_bed"))
        }
    }

    /// What the samples are of.
    public var type = ""
    /// The unit of the sums; nil without a sample.
    public var unit: String?
    /// From when.
    public var start = UTCTime.zero
    /// Until when.
    public var end = UTCTime.zero
    /// Whose days and nights they are.
    public var zone = ""
    /// The sum of all parts; nil for what does not add up, and where nothing is known.
    public var sum: Double?
    /// Samples that count.
    public var count = 0
    /// Samples left out, as they are in another unit.
    public var otherUnits = 0
    /// Programs that have samples in the time, whether they count or not.
    public var sources: [String] = []
    /// Parts in which something counts, in order.
    public var parts: [Part] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("type", &type)
        fields.field("unit", &unit)
        fields.field("start", &start)
        fields.field("end", &end)
        fields.field("zone", &zone)
        fields.field(
            "sum", &sum, .number.nullable.about("Null for what does not add up, and where nothing is known"))
        fields.field("count", &count)
        fields.field("other_units", &otherUnits, .integer.about("Samples left out, as they are in another unit"))
        fields.field("sources", &sources)
        fields.field("parts", &parts)
    }
}
