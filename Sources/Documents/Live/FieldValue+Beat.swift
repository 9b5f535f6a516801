public import Signals

/// A heart beat, on the wire `[t_s, ms, label]`: the instant of its R peak, the interval that it ends, and what it is
/// taken for.
extension Beat: FieldValue {
    public static var schema: Schema { .array(.any, count: 3...3).about("[t_s, ms, label]") }

    public func write(_ json: inout JSONText) {
        json.array { json in
            time.write(&json)
            json.value(rr)
            json.value(label.rawValue)
        }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Beat? {
        guard case .array(let parts) = value, parts.count == 3, let time = Instant.read(parts[0], &place),
            let rr = parts[1].number, let label = parts[2].string.flatMap(Label.init(rawValue:))
        else { return place.fault("must be a beat, [t_s, ms, label]", code: "invalid_type", value) }
        return Beat(time: time, rr: rr, label: label)
    }
}

/// A value at a time, on the wire `[t_s, value]`.
public struct TimedValue: FieldValue {
    /// When.
    public var time: Instant
    /// The value; nil where there is none.
    public var value: Double?

    /// A value at a time.
    public init(_ time: Instant, _ value: Double?) { (self.time, self.value) = (time, value) }

    public static var schema: Schema { .array(.number.nullable, count: 2...2).about("[t_s, value]") }

    public func write(_ json: inout JSONText) {
        json.array { json in
            time.write(&json)
            json.value(value)
        }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> TimedValue? {
        guard case .array(let parts) = value, parts.count == 2, let time = Instant.read(parts[0], &place),
            parts[1] == .null || parts[1].number != nil
        else { return place.fault("must be a value at a time, [t_s, value]", code: "invalid_type", value) }
        return TimedValue(time, parts[1].number)
    }
}
