package import Documents
import Runtime
package import Signals

/// What can be said over the link: text, numbers, flags, dates, bytes, lists and dictionaries by name, as in a property
/// list. Anything else is kept as ``unsupported(_:)`` and refused with error 7010 when it is sent.
package enum RelayValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A number; whole numbers are exact to 2^53, and beyond as ``integer(_:)``.
    case number(Double)
    /// A whole number that a double does not hold exactly.
    case integer(Int)
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
    package var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let whole): Double(whole)
        default: nil
        }
    }
    /// The number, if it is whole.
    package var integer: Int? {
        if case .integer(let whole) = self { whole } else { number.flatMap { Int(exactly: $0) } }
    }
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
        case .string, .bool, .date, .data, .integer: true
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
    package init(integerLiteral number: Int) { self = Self.whole(number) }
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
        case let number as Int: self = Self.whole(number)
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

extension RelayValue {
    /// The largest whole number that a double tells from its neighbours.
    private static let exact = 0x1p53 - 1

    private static func whole(_ number: Int) -> RelayValue {
        number.magnitude <= UInt(exact) ? .number(Double(number)) : .integer(number)
    }

    /// The value that JSON stands for; null, what is nested too deeply and numbers beyond 2^53, of which JSON's readers keep
    /// only the first digits, are unsupported.
    ///
    /// JSON has no dates, bytes and large numbers: `{"$date": 1750000000.5}` is a date in UTC seconds, `{"$data": "AQI="}`
    /// bytes in base 64 and `{"$number": "9007199254740993"}` a number of any size. A dictionary whose only name begins with
    /// `$` is written with one more `$`.
    package init(_ json: JSONValue) {
        switch json {
        case .null: self = .unsupported("null")
        case .bool(let flag): self = .bool(flag)
        case .number(let number):
            self = abs(number) <= Self.exact ? .number(number) : .unsupported("a number beyond 2^53 as bare JSON")
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map { RelayValue($0) })
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first, name.first == "$" else {
                self = .dictionary(members.mapValues { RelayValue($0) })
                return
            }
            self = Self.marked(name, value)
        }
    }

    private static func marked(_ name: String, _ value: JSONValue) -> RelayValue {
        switch name {
        case "$date":
            value.number.flatMap { Instant(secondsSince1970: $0) }.map { .date($0) } ?? .unsupported("date")
        case "$data": value.string.flatMap { Base64.standard.decode($0) }.map { .data($0) } ?? .unsupported("data")
        case "$number": value.string.flatMap(Self.number) ?? .unsupported("number")
        default: .dictionary([name.hasPrefix("$$") ? String(name.dropFirst()) : name: RelayValue(value)])
        }
    }

    private static func number(_ text: String) -> RelayValue? {
        if let whole = Int(text) { return Self.whole(whole) }
        // Digits alone that fit no integer would be rounded.
        guard !text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// The same as JSON; an unsupported value is null.
    package var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .number(let number) where abs(number) > Self.exact && number.isFinite:
            .object(["$number": .string("\(number)")])
        case .number(let number): .number(number)
        case .integer(let whole): .object(["$number": .string("\(whole)")])
        case .bool(let flag): .bool(flag)
        case .date(let date): .object(["$date": .number(date.secondsSince1970)])
        case .data(let bytes): .object(["$data": .string(Base64.standard.encode(bytes))])
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let members):
            if members.count == 1, let (name, value) = members.first, name.first == "$" {
                .object(["$\(name)": value.json])
            } else {
                .object(members.mapValues(\.json))
            }
        case .unsupported: .null
        }
    }
}

extension [String: RelayValue] {
    /// The payload as JSON text, its members sorted by name; `{"$date": …}` alone in it stays what it is.
    package var jsonText: [UInt8] { JSONValue.object(mapValues(\.json)).text }

    /// The payload of a JSON text.
    /// - Throws: ``RelayError`` 7008 when it is no JSON object.
    package init(parsing text: [UInt8]) throws(RelayError) {
        guard let members = (try? JSONValue(parsing: text))?.object else { throw RelayError(.invalidParameter) }
        self = members.mapValues { RelayValue($0) }
    }
}

extension [String: RelayValue] {
    /// Bytes that the payload has as a binary property list (`bplist00`), which is what the limits are measured in.
    package var propertyListSize: Int {
        var count = PropertyListCount()
        count.add(.dictionary(self))
        return count.size
    }

    /// Whether the payload is within `limit`, found quickly for small ones.
    func fits(_ limit: Int) -> Bool {
        let value = RelayValue.dictionary(self)
        return value.sizeBound + 64 <= limit || propertyListSize <= limit
    }
}

extension RelayValue {
    /// An upper bound of the size as a property list.
    fileprivate var sizeBound: Int {
        switch self {
        case .string(let text): 2 * text.utf8.count + 18
        case .number, .integer, .bool, .date, .unsupported: 18
        case .data(let bytes): bytes.count + 18
        case .array(let values): values.reduce(18) { $0 + $1.sizeBound + 4 }
        case .dictionary(let members):
            members.reduce(18) { $0 + 2 * $1.key.utf8.count + 26 + $1.value.sizeBound }
        }
    }
}

/// Counts the objects of a binary property list; equal texts, numbers, dates and bytes are stored once.
private struct PropertyListCount {
    private var scalars: Set<RelayValue> = []
    private var objects = 0
    private var references = 0
    private var bytes = 8

    /// Objects, references to them, offsets of them and the trailer of 32 bytes.
    var size: Int {
        let end = bytes + references * Self.width(objects)
        return end + objects * Self.width(end) + 32
    }

    mutating func add(_ value: RelayValue) {
        switch value {
        case .array(let values):
            objects += 1
            bytes += 1 + Self.lengthBytes(values.count)
            references += values.count
            for value in values { add(value) }
        case .dictionary(let members):
            objects += 1
            bytes += 1 + Self.lengthBytes(members.count)
            references += 2 * members.count
            for (name, value) in members {
                add(.string(name))
                add(value)
            }
        default:
            guard scalars.insert(value).inserted else { return }
            objects += 1
            bytes += Self.scalarBytes(value)
        }
    }

    private static func scalarBytes(_ value: RelayValue) -> Int {
        switch value {
        case .string(let text):
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            let units = isASCII ? text.utf8.count : text.utf16.count
            return 1 + lengthBytes(units) + (isASCII ? units : 2 * units)
        case .data(let bytes): return 1 + lengthBytes(bytes.count) + bytes.count
        case .number(let number):
            guard let whole = Int(exactly: number) else { return 9 }
            return 1 + (whole < 0 ? 8 : integerBytes(whole))
        case .date, .integer: return 9
        case .bool, .unsupported, .array, .dictionary: return 1
        }
    }

    /// A length of 15 and more follows as a number of its own.
    private static func lengthBytes(_ count: Int) -> Int { count < 15 ? 0 : 1 + integerBytes(count) }

    private static func integerBytes(_ value: Int) -> Int {
        value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
    }

    private static func width(_ largest: Int) -> Int { integerBytes(largest) }
}
