/// Activity counts that are to be analysed.
public struct ActivityCountsRequest: Document {
    public static var title: String? { "PATCounts" }
    /// Points of one request at most: two weeks of minutes.
    public static let mostPoints = 20_160

    /// One count.
    public struct Point: Document {
        /// When.
        public var time = UTCTime.zero
        /// Activity counts, at least 0.
        public var value = 0.0

        public init() {}

        /// A count.
        public init(_ time: UTCTime, _ value: Double) { (self.time, self.value) = (time, value) }

        // There may be thousands.
        private static let timeRule = Schema.requestTime
        private static let valueRule = Schema.number.with("minimum", 0)

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("timestamp", &time, Self.timeRule)
            fields.field("value", &value, Self.valueRule)
        }
    }

    /// Points per minute, 1/60 to 600.
    public var rate = 1.0
    /// Hours up to the last point that are analysed, 1 to 168; nil for all.
    public var hours: Double?
    /// Whether the mood-related score is shown.
    public var showsMood = false
    /// The counts, in any order.
    public var points: [Point] = []

    public init() {}

    /// Counts of each minute.
    public init(_ points: [Point]) { self.points = points }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field(
            "sampling_rate", &rate,
            .number(1.0 / 60...600).nullable.optional.standard(1).about("Points per minute"))
        fields.optional(
            "duration_hours", &hours,
            .number(1...168).nullable.about("Hours up to the last point that are analysed; all if left out"))
        fields.field("mood", &showsMood, .mood)
        fields.field("data_points", &points, .array(Point.schema, count: 1...Self.mostPoints))
    }
}

/// Steps of each minute that are to be analysed.
public struct ActivityStepsRequest: Document {
    public static var title: String? { "PATSteps" }

    /// Steps of a minute, each at least 0.
    public var steps: [Double] = []
    /// When each minute begins, as many as ``steps``.
    public var times: [UTCTime] = []
    /// What the program adds for itself; nothing is done with it.
    public var userMetadata: [String: JSONValue]?
    /// Whether the mood-related score is shown.
    public var showsMood = false

    public init() {}

    /// Steps of minutes.
    public init(_ steps: [Double], at times: [UTCTime]) { (self.steps, self.times) = (steps, times) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        let count = 1...ActivityCountsRequest.mostPoints
        fields.field("step_counts", &steps, .array(.number.with("minimum", 0), count: count))
        fields.field("timestamps", &times, .array(.requestTime, count: count).about("As many as step_counts"))
        fields.optional("user_metadata", &userMetadata, .map(.any).nullable)
        fields.field("mood", &showsMood, .mood)
    }

    public func faults() -> [FieldFault] {
        guard steps.count != times.count else { return [] }
        return [
            FieldFault(
                "timestamps", "“timestamps” must have as many entries as “step_counts”.", code: "out_of_range")
        ]
    }
}

/// Which analysis.
public struct ActivityAnalysisRequest: Document {
    /// Its name, as the request for it was answered.
    public var id = ""

    public init() {}

    /// An analysis.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("processing_id", &id) }
}

extension Schema {
    fileprivate static var mood: Schema {
        .boolean.nullable.optional
            .about("Whether depression_risk_score is shown; depression_risk.label says what it is worth")
    }
}
