package import Signals

/// What can be said over the link: text, numbers, flags, dates, bytes, lists and dictionaries by name, as in a property
/// list. Anything else is kept as ``unsupported(_:)`` and refused with error 7010 when it is sent.
package enum RelayValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A number; whole numbers are exact to 2^53.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// A moment, UTC.
    case date(Instant)
    /// Bytes.
    case data([UInt8])
    /// Values in order.
    case array([RelayValue])
    /// Values by name.
    case dictionary([String: RelayValue])
    /// A value of a type that cannot be sent, by the name of the type; null is one.
    case unsupported(String)

    /// The text, if it is one.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The number, if it is one.
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The number, if it is whole.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }
    /// True or false, if it is one.
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// The moment, if it is one.
    package var date: Instant? { if case .date(let date) = self { date } else { nil } }
    /// The bytes, if they are some.
    package var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
    /// The values, if it is a list.
    package var array: [RelayValue]? { if case .array(let values) = self { values } else { nil } }
    /// The values by name, if it is a dictionary.
    package var dictionary: [String: RelayValue]? { if case .dictionary(let members) = self { members } else { nil } }

    /// Whether it can be sent: no unsupported type in it, every number finite, at most 32 levels deep.
    package var isSupported: Bool { isSupported(levels: 32) }

    private func isSupported(levels: Int) -> Bool {
        guard levels > 0 else { return false }
        return switch self {
        case .string, .bool, .date, .data: true
        case .number(let number): number.isFinite
        case .array(let values): values.allSatisfy { $0.isSupported(levels: levels - 1) }
        case .dictionary(let members): members.values.allSatisfy { $0.isSupported(levels: levels - 1) }
        case .unsupported: false
        }
    }
}

/// What a message, a context, a user info or a file's metadata carries.
package typealias RelayPayload = [String: RelayValue]

extension RelayValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    /// Text.
    package init(stringLiteral text: String) { self = .string(text) }
    /// A number.
    package init(floatLiteral number: Double) { self = .number(number) }
    /// A whole number.
    package init(integerLiteral number: Int) { self = .number(Double(number)) }
    /// True or false.
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
    /// A dictionary; of equal names the last counts.
    package init(dictionaryLiteral members: (String, RelayValue)...) {
        self = .dictionary(Dictionary(members) { _, last in last })
    }
    /// An array.
    package init(arrayLiteral values: RelayValue...) { self = .array(values) }
    /// Null, which a property list cannot hold.
    package init(nilLiteral: ()) { self = .unsupported("null") }

    /// Any value of Swift's: one that the link knows, or else an unsupported one.
    package init(_ value: some Sendable) {
        switch value {
        case let value as RelayValue: self = value
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as Int: self = Double(exactly: number).map { .number($0) } ?? .unsupported("Int beyond 2^53")
        case let number as Double: self = .number(number)
        case let number as Float: self = .number(Double(number))
        case let date as Instant: self = .date(date)
        case let bytes as [UInt8]: self = .data(bytes)
        case let values as [any Sendable]: self = .array(values.map { RelayValue($0) })
        case let members as [String: any Sendable]: self = .dictionary(members.mapValues { RelayValue($0) })
        default: self = .unsupported("\(type(of: value))")
        }
    }
}
