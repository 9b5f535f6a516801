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
