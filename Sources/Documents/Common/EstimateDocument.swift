/// A figure with its method, or the reason why there is none.
public struct EstimateDocument: Document {
    public static var title: String? { "Estimate" }

    /// The figure, in ``unit``; nil where it cannot be known.
    public var value: Double?
    /// The unit; nil where it stands in the name of the field.
    public var unit: String?
    /// Why there is no figure, or why it is in doubt.
    public var reason: String?
    /// How sure it is, 0 to 1.
    public var confidence: Double?
    /// What made it.
    public var method = MethodDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("value", &value)
        fields.optional("unit", &unit)
        fields.field("reason", &reason)
        fields.field("confidence", &confidence)
        fields.field("method", &method)
    }
}

/// What made a figure.
public struct MethodDocument: Document {
    /// The name of the algorithm.
    public var name = ""
    /// Its version; another one may give other figures.
    public var version = 0
    /// What it was set to, by name.
    public var parameters: [String: Double] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("name", &name)
        fields.field("version", &version)
        fields.field("parameters", &parameters)
    }
}

/// The name and version of what made a result.
public struct MakerDocument: Document {
    /// The name of the algorithm.
    public var name = ""
    /// Its version; another one may give other figures.
    public var version = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("name", &name)
        fields.field("version", &version)
    }
}
