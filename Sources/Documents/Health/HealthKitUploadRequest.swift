import Signals

/// Samples in HealthKit's shape; each is judged by itself.
public struct HealthKitUploadRequest: Document {
    public static var title: String? { "HealthKitUpload" }
    /// Samples of one upload, in all lists.
    public static let mostSamples = 20_000

    /// Samples of one list.
    public typealias Samples = [Submitted<HealthKitSampleDocument>]

    /// Whose they are: one's own number or `me`; nil for whoever asks.
    public var userID: String?
    /// Figures.
    public var quantities: Samples?
    /// Words.
    public var categories: Samples?
    /// Workouts.
    public var workouts: Samples?
    /// Figures that belong together.
    public var correlations: Samples?
    /// What else belongs to it.
    public var metadata: [String: JSONValue]?
    /// What the program calls this state, at most 255 characters; it comes back with the answer.
    public var syncToken: String?

    public init() {}

    /// Samples that a program sends.
    public init(
        quantities: [HealthKitSampleDocument] = [], categories: [HealthKitSampleDocument] = [],
        workouts: [HealthKitSampleDocument] = [], correlations: [HealthKitSampleDocument] = []
    ) {
        self.quantities = quantities.map { .value($0) }
        self.categories = categories.map { .value($0) }
        self.workouts = workouts.map { .value($0) }
        self.correlations = correlations.map { .value($0) }
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        let samples = Schema.array(Submitted<HealthKitSampleDocument>.schema, count: 0...Self.mostSamples).nullable
        fields.optional("user_id", &userID, .userID)
        fields.optional("quantity_samples", &quantities, samples)
        fields.optional("category_samples", &categories, samples)
        fields.optional("workouts", &workouts, samples)
        fields.optional("correlation_samples", &correlations, samples)
        fields.optional("upload_metadata", &metadata, .map(.any).nullable)
        fields.optional("sync_token", &syncToken, .string(0...255).nullable)
    }

    /// The lists by their names, in the order in which they are read; those that were not sent are empty.
    public var lists: [(name: String, samples: Samples)] {
        [
            ("quantity_samples", quantities ?? []), ("category_samples", categories ?? []),
            ("workouts", workouts ?? []), ("correlation_samples", correlations ?? []),
        ]
    }

    /// Samples in all lists.
    public var count: Int { lists.reduce(0) { $0 + $1.samples.count } }

    public func faults() -> [FieldFault] {
        if quantities == nil, categories == nil, workouts == nil, correlations == nil {
            return [
                FieldFault(
                    "quantity_samples", "“quantity_samples” is missing, or another list; it may be empty.",
                    code: "missing")
            ]
        }
        guard count > Self.mostSamples else { return [] }
        return [
            FieldFault(
                "quantity_samples", "An upload carries \(Self.mostSamples) samples at most.", code: "out_of_range",
                value: .number(Double(count)))
        ]
    }

    /// One of the lists must be there.
    public static func described(_ schema: Schema) -> Schema {
        let names = HealthKitUploadRequest().lists.map(\.name)
        return schema.with(
            "anyOf",
            .array(
                names.map { name in
                    .object([
                        "required": [.string(name)],
                        "properties": .object([name: ["type": "array", "maxItems": 20_000]]),
                    ])
                }))
    }
}

/// A sample in HealthKit's shape.
public struct HealthKitSampleDocument: Document {
    public static var title: String? { "HealthKitSample" }

    /// Such as `HKQuantityTypeIdentifierHeartRate`, at most 255 characters.
    public var identifier: String?
    /// Such as `heart_rate`, where the identifier is unknown or missing; at most 255 characters.
    public var type: String?
    /// A number, a word, or numbers by name; of a workout null, or its `energy` in kcal and `distance` in km.
    public var value = JSONValue.null
    /// The unit of a number, at most 64 characters; nil for the usual one.
    public var unit: String?
    /// From when.
    public var start = UTCTime.zero
    /// Until when; the same for a moment.
    public var end = UTCTime.zero
    /// What has it, at most 255 characters.
    public var source: String?
    /// What measured it.
    public var device: [String: JSONValue]?
    /// What else belongs to it.
    public var metadata: [String: JSONValue]?

    public init() {}

    /// A sample.
    public init(
        _ identifier: String, _ value: JSONValue, unit: String? = nil, start: UTCTime, end: UTCTime,
        source: String? = nil
    ) {
        (self.identifier, self.value, self.unit) = (identifier, value, unit)
        (self.start, self.end, self.source) = (start, end, source)
    }

    // There may be thousands.
    private static let name = Schema.string(0...255).nullable
    private static let valueRule = Schema.one(of: .number, .string, .map(.number)).optional
    private static let unitRule = Schema.string(0...64).nullable
    private static let time = Schema.requestTime
    private static let object = Schema.map(.any).nullable

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("identifier", &identifier, Self.name)
        fields.optional("type", &type, Self.name.about("Used where the identifier is unknown or missing"))
        fields.field("value", &value, Self.valueRule)
        fields.optional("unit", &unit, Self.unitRule)
        fields.field("start_date", &start, Self.time)
        fields.field("end_date", &end, Self.time)
        fields.optional("source_name", &source, Self.name)
        fields.optional("device", &device, Self.object)
        fields.optional("metadata", &metadata, Self.object)
    }

    public func faults() -> [FieldFault] {
        guard end.instant < start.instant else { return [] }
        return [
            FieldFault(
                "end_date", "“end_date” must not lie before “start_date”.", code: "inconsistent",
                value: .string(end.instant.rfc3339))
        ]
    }
}
