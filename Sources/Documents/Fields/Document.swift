/// A JSON object that goes over the wire, its fields named once: what writes it, reads it strictly and describes it to
/// users all comes from ``fields(_:)``.
///
/// ```swift
/// public struct WearerDocument: Document {
///     public static var title: String? { "Wearer" }
///     public var id = 0
///     public var name = ""
///     public init() {}
///     public mutating func fields(_ fields: inout some FieldVisitor) {
///         fields.field("id", &id)
///         fields.field("name", &name, .words(1...80))
///     }
/// }
/// ```
public protocol Document: FieldValue {
    /// Under what name the description of the API holds it; nil for what is described where it stands.
    static var title: String? { get }
    /// Whether a field that it does not have is a fault, so that a misspelled one is not silently without effect.
    static var isClosed: Bool { get }
    /// What it is where no field is given.
    init()
    /// Names each field with its bounds and unit, in the order in which they are written.
    mutating func fields(_ fields: inout some FieldVisitor)
    /// What is said of it beyond its fields, such as that one of two must be there.
    static func described(_ schema: Schema) -> Schema
    /// What is wrong with fields that are each right alone, such as an end before its start.
    func faults() -> [FieldFault]
}

extension Document {
    public static var title: String? { nil }
    public static var isClosed: Bool { false }
    /// The schema as it is: nothing is added to what the fields say.
    public static func described(_ schema: Schema) -> Schema { schema }
    public func faults() -> [FieldFault] { [] }

    public static var schema: Schema {
        let schema = FieldDescription(of: Self.self).body
        return title.map { .named($0, schema) } ?? schema
    }

    public func write(_ json: inout JSONText) {
        var document = self
        json.object { document.fields(&$0) }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Self? {
        guard let members = value.object else {
            place.fault("must be an object", code: "invalid_type", value)
            return nil
        }
        var reader = FieldReader(members, place)
        let document = reader.document(Self.self)
        place.faults = reader.place.faults
        return document
    }

    /// The UTF-8 text of the document.
    public var json: JSONText {
        var json = JSONText()
        write(&json)
        return json
    }
}

/// No field at all: what a request without arguments carries, and the answer of status 204.
public struct Nothing: Document {
    public init() {}
    public mutating func fields(_ fields: inout some FieldVisitor) {}
}
