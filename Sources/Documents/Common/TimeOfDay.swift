/// A time of day on the wall of some zone, `HH:MM` from 00:00 to 23:59.
public struct TimeOfDay: FieldValue, CustomStringConvertible {
    /// Minutes after midnight, 0 to 1439.
    public var minutes: Int

    /// A time by its minutes after midnight.
    public init(minutes: Int) { self.minutes = minutes }

    /// A time such as `22:30`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        minutes = 60 * hour + minute
    }

    /// `HH:MM`.
    public var description: String { "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))" }

    public static var schema: Schema { .string.with("pattern", "^([01][0-9]|2[0-3]):[0-5][0-9]$") }
    public func write(_ json: inout JSONText) { json.value(description) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> TimeOfDay? {
        value.string.flatMap(Self.init)
            ?? place.fault("must be a time of day such as 22:30", code: "invalid_value", value)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
