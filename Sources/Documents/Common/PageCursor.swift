public import Signals

/// A place in a list that is ordered by time, as programs pass it back without looking into it.
public struct PageCursor: FieldValue {
    /// The time of the entry at the place.
    public var time: Instant
    /// Its number.
    public var row: Int64
    /// Whether those before it are asked for, in the list's order.
    public var isBackwards: Bool

    /// The place of an entry.
    public init(time: Instant, row: Int64, isBackwards: Bool = false) {
        (self.time, self.row, self.isBackwards) = (time, row, isBackwards)
    }

    /// The text of the cursor.
    public var text: String {
        "\(isBackwards ? "b" : "f")\(String(time.nanoseconds, radix: 36)).\(String(row, radix: 36))"
    }

    private init?(_ text: String) {
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard let way = text.first, way == "f" || way == "b", parts.count == 2, let time = Int64(parts[0], radix: 36),
            let row = Int64(parts[1], radix: 36)
        else { return nil }
        self.init(time: Instant(nanoseconds: time), row: row, isBackwards: way == "b")
    }

    public static var schema: Schema { .string }
    public func write(_ json: inout JSONText) { json.value(text) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> PageCursor? {
        value.string.flatMap { PageCursor($0) }
            ?? place.fault("must be a cursor that this list gave", code: "invalid_value", value)
    }
}
