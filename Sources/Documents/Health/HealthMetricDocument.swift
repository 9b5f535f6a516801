/// A metric of somebody's health, as a program sends it.
public struct HealthMetricDocument: Document {
    public static var title: String? { "HealthMetric" }

    /// Its id, 1 to 128 characters, by which it is known again; nil where the gateway is to give one.
    public var id: String?
    /// What it is of.
    public var type: HealthMetricType? = .heartRate
    /// Figures of the body.
    public var biometric: BiometricData?
    /// Sleep.
    public var sleep: SleepData?
    /// Activity.
    public var activity: ActivityData?
    /// Figures that a person gave.
    public var mental: MentalHealthData?
    /// What measured it, at most 255 characters.
    public var device: String?
    /// What the device itself said.
    public var rawData: [String: JSONValue]?
    /// What else belongs to it.
    public var metadata: [String: JSONValue]?
    /// When it was measured; nil for when it comes.
    public var created: UTCTime?

    public init() {}

    /// A metric without figures yet.
    public init(_ type: HealthMetricType, id: String? = nil, created: UTCTime? = nil) {
        (self.type, self.id, self.created) = (type, id, created)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("metric_id", &id, .words(1...128).nullable)
        fields.word("metric_type", &type)
        fields.optional("biometric_data", &biometric, BiometricData.schema.nullable)
        fields.optional("sleep_data", &sleep, SleepData.schema.nullable)
        fields.optional("activity_data", &activity, ActivityData.schema.nullable)
        fields.optional("mental_health_data", &mental, MentalHealthData.schema.nullable)
        fields.optional("device_id", &device, .string(0...255).nullable)
        fields.optional("raw_data", &rawData, .map(.any).nullable)
        fields.optional("metadata", &metadata, .map(.any).nullable)
        fields.optional("created_at", &created, .requestTime.nullable)
    }

    public func faults() -> [FieldFault] {
        let parts = [
            "biometric_data": biometric != nil, "sleep_data": sleep != nil, "activity_data": activity != nil,
            "mental_health_data": mental != nil,
        ]
        guard let type, let part = type.part, parts[part] == false else { return [] }
        return [FieldFault(part, "A metric of type \(type.rawValue) needs “\(part)”.", code: "missing")]
    }

    /// Each type with the part that it must carry.
    public static func described(_ schema: Schema) -> Schema {
        let types = Dictionary(grouping: HealthMetricType.allCases) { $0.part ?? "" }.sorted { $0.key < $1.key }
        let parts = types.map { part, types -> JSONValue in
            let words = types.map { JSONValue.string($0.rawValue) }
            var properties: [String: JSONValue] = ["metric_type": ["enum": .array(words)]]
            var required: [JSONValue] = ["metric_type"]
            if !part.isEmpty {
                properties[part] = ["type": "object"]
                required.append(.string(part))
            }
            return .object(["properties": .object(properties), "required": .array(required)])
        }
        return schema.with("anyOf", .array(parts))
    }
}

/// A metric as it is kept: as it was sent, with the names that it got here.
public struct StoredHealthMetricDocument: FieldValue {
    /// Its fields, those that only its program knows too.
    public let members: [String: JSONValue]

    /// A metric of these fields.
    public init(_ members: [String: JSONValue]) { self.members = members }

    /// The metric; nil for one that this version cannot read.
    public var metric: HealthMetricDocument? {
        var place = FieldPlace(isStrict: false)
        return HealthMetricDocument.read(.object(members), &place)
    }
    /// The upload that brought it.
    public var upload: String { members["processing_id"]?.string ?? "" }
    /// What sent it.
    public var source: String { members["upload_source"]?.string ?? "" }

    public static var schema: Schema {
        .object([
            "metric_id": .string, "metric_type": HealthMetricType.schema, "created_at": .time,
            "processing_id": .string, "upload_source": .string,
        ])
    }
    public func write(_ json: inout JSONText) { json.value(.object(members)) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> StoredHealthMetricDocument? {
        guard let members = value.object else { return place.fault("must be an object", code: "invalid_type", value) }
        // One of a kind that an older program does not know takes none of the others with it.
        guard !place.isStrict || HealthMetricDocument.read(value, &place) != nil else { return nil }
        return StoredHealthMetricDocument(members)
    }
}
