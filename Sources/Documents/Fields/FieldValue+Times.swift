public import Signals

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
