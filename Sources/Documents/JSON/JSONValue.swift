/// Any JSON value (RFC 8259), for messages whose keys are not known beforehand.
public enum JSONValue: Hashable, Sendable {
    /// JSON `null`.
    case null
    /// True or false.
    case bool(Bool)
    /// A number; whole numbers are exact to 2^53.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name.
    case object([String: JSONValue])

    /// The number, if it is one.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The text, if it is one.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// True or false, if it is one.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// The members, if it is an object.
    public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// The UTF-8 text. Members are sorted by name, so equal values give equal text.
    public var text: [UInt8] {
        var json = JSONText()
        json.value(self)
        return json.bytes
    }
}

extension JSONText {
    /// Any value as the next value.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: self.value(String?.none)
        case .bool(let flag): self.value(flag)
        case .number(let number): self.value(number)
        case .string(let text): self.value(text)
        case .array(let values): array { json in for value in values { json.value(value) } }
        case .object(let members):
            object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            }
        }
    }

    /// A field with any value.
    public mutating func field(_ key: String, _ value: JSONValue) {
        field(key, raw: value.text)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    /// Text.
    public init(stringLiteral text: String) { self = .string(text) }
    /// A number.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// A whole number.
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    /// True or false.
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }
    /// An object; of equal names the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
    /// An array.
    public init(arrayLiteral values: JSONValue...) { self = .array(values) }
    /// JSON `null`.
    public init(nilLiteral: ()) { self = .null }
}
