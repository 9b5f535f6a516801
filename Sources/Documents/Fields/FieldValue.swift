public import Signals

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

/// UTC seconds since 1970, written to the microsecond.
extension Instant: FieldValue {
    public static var schema: Schema { .seconds }
    public func write(_ json: inout JSONText) { json.value(Double(nanoseconds / 1000) / 1e6) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Instant? {
        // What 64 bits of nanoseconds hold: the years 1678 to 2262.
        guard let seconds = value.number, (-9.2e9...9.2e9).contains(seconds) else {
            return place.fault("must be a time in UTC seconds since 1970", code: "invalid_type", value)
        }
        guard place.checkNumber(seconds) else { return nil }
        return Instant(nanoseconds: Int64((seconds * 1e6).rounded()) * 1000)
    }
    public static func value(of argument: String) -> JSONValue { Double.value(of: argument) }
}

/// A day, `YYYY-MM-DD`.
extension CivilDate: FieldValue {
    public static var schema: Schema { .date }
    public func write(_ json: inout JSONText) { json.value(description) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> CivilDate? {
        if let date = value.string.flatMap({ CivilDate($0) }) { return date }
        return place.malformed("is not a date; write YYYY-MM-DD, the day of waking up", value)
    }
}

/// A time as RFC 3339 text in UTC, written to the millisecond.
public struct Timestamp: FieldValue {
    /// The time.
    public var instant: Instant

    /// The text of a time.
    public init(_ instant: Instant) { self.instant = instant }

    public static var schema: Schema { .time }
    public func write(_ json: inout JSONText) { json.value(Self.text(instant)) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Timestamp? {
        guard let instant = value.string.flatMap({ Instant(rfc3339: $0) }) else {
            return place.fault("must be a time such as 2025-06-18T22:30:00Z", code: "invalid_type", value)
        }
        return Timestamp(instant)
    }

    /// RFC 3339 in UTC with milliseconds.
    public static func text(_ instant: Instant) -> String {
        let milliseconds = instant.nanoseconds / 1_000_000
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = Int(seconds - days * 86_400)
        let date = CivilDate(daysSince1970: Int(days))
        return "\(date)T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))."
            + "\(three(Int(milliseconds - seconds * 1000)))Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static func three(_ number: Int) -> String { number < 100 ? "0\(two(number))" : "\(number)" }
}

extension Instant {
    /// The start of 1970, as which an instant stands until it is read.
    static var zero: Instant { Instant(nanoseconds: 0) }
}

extension Schema {
    /// UTC seconds of a request, from 1970 to 2199.
    package static var requestTimeSeconds: Schema { .number(0...7_258_118_399) }
}
