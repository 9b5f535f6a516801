/// What can be the value of a field.
public protocol FieldValue: Hashable, Sendable {
    /// What any value of the type looks like.
    static var schema: Schema { get }
    /// Writes it as the next value.
    func write(_ json: inout JSONText)
    /// Reads it.
    /// - Returns: nil where it is none; `place` then has the fault.
    static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Self?
    /// What an argument of a path or a query says.
    static func value(of argument: String) -> JSONValue
    /// Whether nil is among its values.
    static var isNullable: Bool { get }
}

extension FieldValue {
    public static func value(of argument: String) -> JSONValue { .string(argument) }
    public static var isNullable: Bool { false }

    /// The value as an argument of a path or a query; nil to leave it out.
    public var argument: String? {
        var json = JSONText()
        json.array { write(&$0) }
        guard case .array(let values)? = try? JSONValue(parsing: json.bytes), let value = values.first else {
            return nil
        }
        switch value {
        case .null: return nil
        case .string(let text): return text
        default: return String(decoding: value.text, as: UTF8.self)
        }
    }
}

extension String: FieldValue {
    public static var schema: Schema { .string }
    public func write(_ json: inout JSONText) { json.value(self) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> String? {
        guard let text = value.string else { return place.fault("must be text", code: "invalid_type", value) }
        return place.checkText(text) ? text : nil
    }
}

extension Double: FieldValue {
    public static var schema: Schema { .number }
    public func write(_ json: inout JSONText) { json.value(self) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Double? {
        guard let number = value.number else { return place.fault("must be a number", code: "invalid_type", value) }
        return place.checkNumber(number) ? number : nil
    }
    public static func value(of argument: String) -> JSONValue {
        Double(argument).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(argument)
    }
}

extension Int: FieldValue {
    public static var schema: Schema { .integer }
    public func write(_ json: inout JSONText) { json.value(self) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Int? {
        guard let number = value.number, let whole = Int(exactly: number) else {
            return place.fault("must be a whole number", code: "invalid_type", value)
        }
        return place.checkNumber(number) ? whole : nil
    }
    public static func value(of argument: String) -> JSONValue {
        Int(argument).map { .number(Double($0)) } ?? .string(argument)
    }
}

extension Bool: FieldValue {
    public static var schema: Schema { .boolean }
    public func write(_ json: inout JSONText) { json.value(self) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Bool? {
        value.bool ?? place.fault("must be true or false", code: "invalid_type", value)
    }
    public static func value(of argument: String) -> JSONValue {
        Bool(argument).map { .bool($0) } ?? .string(argument)
    }
}

extension JSONValue: FieldValue {
    public static var schema: Schema { .any }
    public func write(_ json: inout JSONText) { json.value(self) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> JSONValue? { value }
    public static var isNullable: Bool { true }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    public static var schema: Schema { Wrapped.schema.nullable }
    public func write(_ json: inout JSONText) {
        if let self { self.write(&json) } else { json.value(nil as String?) }
    }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Wrapped?? {
        guard value != .null else { return .some(nil) }
        let before = place.faults.count
        if let read = Wrapped.read(value, &place) { return .some(read) }
        // A word of an answer that is not known.
        return place.faults.count == before ? .some(nil) : nil
    }
    public static func value(of argument: String) -> JSONValue { Wrapped.value(of: argument) }
    public static var isNullable: Bool { true }
}

extension Array: FieldValue where Element: FieldValue {
    public static var schema: Schema { .array(Element.schema) }
    public func write(_ json: inout JSONText) { json.array { json in for value in self { value.write(&json) } } }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> [Element]? {
        guard case .array(let values) = value else { return place.fault("must be a list", code: "invalid_type", value) }
        guard place.checkCount(values.count) else { return nil }
        return place.elements(of: "items") { place in
            var read: [Element] = []
            read.reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                if let element = place.at("[\(index)]", { Element.read(value, &$0) }) { read.append(element) }
            }
            return read.count == values.count || !place.isStrict ? read : nil
        }
    }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
    public static var schema: Schema { .map(Value.schema) }
    public func write(_ json: inout JSONText) {
        json.object { json in
            for (name, value) in sorted(by: { $0.key < $1.key }) {
                json.name(name)
                value.write(&json)
            }
        }
    }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> [String: Value]? {
        guard let members = value.object else { return place.fault("must be an object", code: "invalid_type", value) }
        return place.elements(of: "additionalProperties") { place in
            var read: [String: Value] = [:]
            for (name, value) in members {
                if let value = place.at(".\(name)", { Value.read(value, &$0) }) { read[name] = value }
            }
            return read.count == members.count || !place.isStrict ? read : nil
        }
    }
}
