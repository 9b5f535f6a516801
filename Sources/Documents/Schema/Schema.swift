/// What a JSON value must look like: a JSON Schema (2020-12) as OpenAPI 3.1 takes it, written briefly.
///
/// ```swift
/// .object(["bpm": .number.nullable, "state": .words("ok", "degraded"), "devices": .array(.device)])
/// ```
///
/// A member of an object is required unless it is ``optional``; a parameter of a query is optional unless it is
/// ``required``.
public struct Schema: Sendable {
    /// The keywords of the schema.
    package var keywords: [String: JSONValue]
    /// The named schemas that it refers to.
    package var components: [String: JSONValue] = [:]
    /// Whether the value must be there; nil for what is usual at its place.
    package var isRequired: Bool?
    /// What the body is sent as, when the schema is that of a body.
    package var mediaType = "application/json"
    /// What an answer with it is, in its place of a status.
    package var note: String?

    /// A schema of keywords.
    public init(_ keywords: [String: JSONValue]) { self.keywords = keywords }

    /// Any value.
    public static var any: Schema { Schema([:]) }
    /// Text.
    public static var string: Schema { Schema(["type": "string"]) }
    /// A number.
    public static var number: Schema { Schema(["type": "number"]) }
    /// A whole number.
    public static var integer: Schema { Schema(["type": "integer"]) }
    /// True or false.
    public static var boolean: Schema { Schema(["type": "boolean"]) }
    /// Text that no fault and no log repeats.
    public static var secret: Schema { Schema(["type": "string", "format": "password"]) }
    /// UTC seconds since 1970.
    public static var seconds: Schema { number.about("UTC seconds since 1970") }
    /// A time by RFC 3339.
    public static var time: Schema { Schema(["type": "string", "format": "date-time"]) }
    /// A day, `YYYY-MM-DD`.
    public static var date: Schema { Schema(["type": "string", "format": "date"]) }

    /// Text of so many characters.
    public static func string(_ length: ClosedRange<Int>) -> Schema {
        Schema(["type": "string", "minLength": count(length.lowerBound), "maxLength": count(length.upperBound)])
    }

    /// Text that is one of these words.
    public static func words(_ words: String...) -> Schema { .words(words) }

    /// Text that is one of these words.
    public static func words(_ words: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(words.map(JSONValue.string))])
    }

    /// A number within bounds.
    public static func number(_ range: ClosedRange<Double>) -> Schema {
        Schema(["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }

    /// A whole number within bounds.
    public static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema(["type": "integer", "minimum": count(range.lowerBound), "maximum": count(range.upperBound)])
    }

    /// Values of one kind, in order.
    public static func array(_ element: Schema, count range: ClosedRange<Int>? = nil) -> Schema {
        var schema = Schema(["type": "array", "items": .object(element.keywords)])
        schema.components = element.components
        if let range {
            schema.keywords["minItems"] = count(range.lowerBound)
            schema.keywords["maxItems"] = count(range.upperBound)
        }
        return schema
    }

    private static func count(_ number: Int) -> JSONValue { .number(Double(number)) }
}

extension Schema {
    /// A share, 0 to 1.
    package static var share: Schema { .number(0...1) }
}
