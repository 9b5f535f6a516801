public import Signals

/// A time as RFC 3339 text in UTC, with as many decimals as it needs, at most milliseconds.
public struct UTCTime: FieldValue {
    /// The time.
    public var instant: Instant

    /// The text of a time.
    public init(_ instant: Instant) { self.instant = instant }

    public static var schema: Schema { .time }
    public func write(_ json: inout JSONText) { json.value(instant.rfc3339) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> UTCTime? {
        guard let instant = value.string.flatMap({ Instant(rfc3339: $0) }) else {
            return place.fault("must be a time such as 2025-06-18T22:30:00Z", code: "invalid_type", value)
        }
        return UTCTime(instant)
    }

    static var zero: UTCTime { UTCTime(.zero) }
}

/// A time in a query: by RFC 3339, a day, or UTC seconds.
public enum Moment: FieldValue {
    /// An instant.
    case instant(Instant)
    /// The midnight at which a day begins.
    case day(CivilDate)

    public static var schema: Schema { .moment }

    public func write(_ json: inout JSONText) {
        switch self {
        case .instant(let instant) where instant.nanoseconds % 1_000_000 == 0: json.value(instant.rfc3339)
        case .instant(let instant): json.value("\(Double(instant.nanoseconds / 1000) / 1e6)")
        case .day(let day): json.value(day.description)
        }
    }

    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> Moment? {
        guard let text = value.string, let moment = Moment(text) else {
            return place.fault(
                "must be a time such as 2025-06-18T22:30:00Z, a day, or UTC seconds, in the years 1680 to 2260",
                code: "invalid_value", value)
        }
        return moment
    }

    private init?(_ text: String) {
        // A plus that was not escaped comes as a space.
        let escaped = text.contains("T") ? String(text.map { $0 == " " ? "+" : $0 }) : text
        if let instant = Instant(rfc3339: escaped) {
            self = .instant(instant)
        } else if let day = CivilDate(text), (1680...2260).contains(day.year) {
            self = .day(day)
        } else if let seconds = Double(text), (-9.1e9...9.1e9).contains(seconds) {
            // Decimals of a double are good to the microsecond.
            self = .instant(Instant(nanoseconds: Int64((seconds * 1e6).rounded()) * 1000))
        } else {
            return nil
        }
    }

    /// The instant; that of a day is its midnight in `zone`.
    public func instant(in zone: Zone) -> Instant {
        switch self {
        case .instant(let instant): instant
        case .day(let day): zone.start(of: day)
        }
    }
}
