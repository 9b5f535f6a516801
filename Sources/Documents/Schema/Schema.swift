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

extension Schema {
    /// An object of these members; others may be there too unless it is ``closed``.
    public static func object(_ members: KeyValuePairs<String, Schema>) -> Schema {
        .object(members.map { ($0.key, $0.value) })
    }

    static func object(_ members: [(String, Schema)]) -> Schema {
        var schema = Schema(["type": "object"])
        var properties: [String: JSONValue] = [:]
        var required: [String] = []
        for (name, member) in members {
            properties[name] = .object(member.keywords)
            if member.isRequired ?? true { required.append(name) }
            schema.components.merge(member.components) { known, _ in known }
        }
        schema.keywords["properties"] = .object(properties)
        if !required.isEmpty { schema.keywords["required"] = .array(required.map(JSONValue.string)) }
        return schema
    }

    /// An object of values of one kind by names that are not known beforehand.
    public static func map(_ value: Schema) -> Schema {
        var schema = Schema(["type": "object", "additionalProperties": .object(value.keywords)])
        schema.components = value.components
        return schema
    }

    /// A schema under a name of its own, written once in the document.
    public static func named(_ name: String, _ schema: Schema) -> Schema {
        var reference = Schema(["$ref": .string("#/components/schemas/\(name)")])
        reference.components = schema.components
        reference.components[name] = .object(schema.keywords)
        return reference
    }

    /// A reference to a schema that is named elsewhere, for those that hold themselves.
    public static func reference(_ name: String) -> Schema {
        Schema(["$ref": .string("#/components/schemas/\(name)")])
    }

    /// One of these.
    public static func one(of schemas: Schema...) -> Schema {
        var schema = Schema(["anyOf": .array(schemas.map { .object($0.keywords) })])
        for part in schemas { schema.components.merge(part.components) { known, _ in known } }
        return schema
    }

    /// A body of another kind than JSON.
    public static func body(_ mediaType: String) -> Schema {
        var schema = Schema(["type": "string"])
        schema.mediaType = mediaType
        return schema
    }

    /// A file to save, of any media type.
    package static var file: Schema {
        var schema = Schema([:])
        schema.mediaType = "*/*"
        return schema
    }

    /// An answer without a body.
    public static var none: Schema {
        var schema = Schema([:])
        schema.mediaType = ""
        return schema
    }

    /// The same object without any other member.
    public var closed: Schema { with("additionalProperties", false) }

    /// The same, which need not be there.
    public var optional: Schema { changed { $0.isRequired = false } }

    /// The same, which must be there.
    public var required: Schema { changed { $0.isRequired = true } }

    /// The same, or null.
    public var nullable: Schema {
        changed { schema in
            guard case .string(let type) = schema.keywords["type"] else {
                schema.keywords = ["anyOf": .array([.object(schema.keywords), ["type": "null"]])]
                return
            }
            schema.keywords["type"] = .array([.string(type), "null"])
            if case .array(let words) = schema.keywords["enum"] { schema.keywords["enum"] = .array(words + [nil]) }
        }
    }

    /// The same with a sentence about it.
    public func about(_ text: String) -> Schema { with("description", .string(text)) }

    /// The same with what is taken when it is not there.
    public func standard(_ value: JSONValue) -> Schema { with("default", value) }

    /// The same with an example.
    public func example(_ value: JSONValue) -> Schema { with("examples", .array([value])) }

    /// The same with one keyword more.
    public func with(_ keyword: String, _ value: JSONValue) -> Schema {
        changed { $0.keywords[keyword] = value }
    }

    private func changed(_ change: (inout Schema) -> Void) -> Schema {
        var schema = self
        change(&schema)
        return schema
    }
}

extension Schema {
    /// A problem by RFC 9457 with Nightjar's further members.
    package static var problem: Schema {
        .named(
            "Problem",
            .object([
                "type": .string.about("A URN that ends with the kind of problem"),
                "title": .string,
                "status": .one(of: .integer(400...599), .string).about("The status; a word for analyses"),
                "detail": .string.about("What happened and what to do"),
                "instance": .string.about("The path that was asked for"),
                "code": .string,
                "trace_id": .string.about("Also in the field X-Trace-Id and in the gateway's log"),
                "request_id": .string,
                "suggested_action": .string,
                "help_url": .string,
                "errors": .array(
                    .object([
                        "field": .string.nullable, "message": .string, "code": .string, "value": .any.optional,
                    ])),
            ]))
    }
}

/// What requests may say, as narrowly as a schema can tell: what is valid by it is not refused for its form.
extension Schema {
    /// A time by RFC 3339 in a year that is told apart to the nanosecond.
    package static var requestTime: Schema {
        let day = "(1[7-9]|2[01])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        let clock = "([01][0-9]|2[0-3]):[0-5][0-9]"
        return time.with("pattern", .string("^\(day)[Tt ]\(clock):[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]\(clock))$"))
    }

    /// A day in such a year.
    package static var requestDate: Schema { date.with("pattern", "^(1[7-9]|2[01])[0-9]{2}-") }

    /// A time, a day, or UTC seconds.
    package static var moment: Schema {
        .one(of: .requestTime, .requestDate, .string.with("pattern", "^-?[0-9]{1,9}([.][0-9]{1,9})?$"))
            .about("A time by RFC 3339, a day, or UTC seconds")
    }

    /// Where a page of a list begins, as the page before said.
    package static var cursor: Schema { .string.with("pattern", "^[fb]-?[0-9a-z]{1,12}[.]-?[0-9a-z]{1,12}$") }

    /// Where a page of the list of nights begins: a day that there is, and more.
    package static var nightCursor: Schema {
        let every = "(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31"
        let leap = "((1[7-9]|2[01])(0[48]|[2468][048]|[13579][26])|2000)-02-29"
        return .string.with("pattern", .string("^((1[7-9]|2[01])[0-9]{2}-(\(every))|\(leap))[.]"))
    }

    /// The number of something in a path.
    package static var rowNumber: Schema { .integer(0...9_007_199_254_740_991) }

    /// The number of something in a path, or the newest.
    package static var rowNumberOrLatest: Schema { .string.with("pattern", "^(latest|[0-9]{1,15})$") }

    /// The name of a person: 1 to 80 characters, all of which can be seen, and not blanks alone.
    package static var personName: Schema {
        let unseen = #"\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"#
        return .string(1...80).with("pattern", .string("^[^\(unseen)]*[^\(unseen)\\s][^\(unseen)]*$"))
    }

    /// Text with something in it.
    package static func words(_ length: ClosedRange<Int>) -> Schema { .string(length).with("pattern", "\\S") }

    /// What the relay carries: all that JSON has but null, and numbers as far as a double tells them apart.
    package static var relayValue: Schema {
        .named(
            "RelayValue",
            .one(
                of: .string, .number(-9_007_199_254_740_991...9_007_199_254_740_991), .boolean,
                .array(.reference("RelayValue")), .map(.reference("RelayValue"))))
    }

    /// A dictionary for the relay.
    package static var relayPayload: Schema { .map(.relayValue) }
}
