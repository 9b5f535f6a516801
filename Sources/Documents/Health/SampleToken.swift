package import Signals

/// Up to where somebody's samples were read, as programs pass it back without looking into it.
public struct SampleToken: FieldValue, Hashable {
    /// What it belongs to: a store, a person and a time zone.
    package var frame: UInt64
    /// The turn since which changes are asked for; 0 for all that there is.
    package var since: Int64
    /// The turn in which the reading of them began.
    package var turn: Int64
    /// The type that the next page begins with; empty where a reading begins.
    package var type: String
    /// Where in it.
    package var time: Instant

    /// Memberwise; what is not given is the beginning.
    package init(
        frame: UInt64, since: Int64, turn: Int64, type: String = "", time: Instant = Instant(nanoseconds: .min)
    ) {
        (self.frame, self.since, self.turn, self.type, self.time) = (frame, since, turn, type, time)
    }

    /// A number that is the same for the same words in the same order.
    package static func frame(_ words: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in words {
            for byte in Array(word.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return hash
    }

    /// The text of the token.
    public var text: String {
        let place = type.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return [
            "1", String(frame, radix: 36), String(since, radix: 36), String(turn, radix: 36),
            String(time.nanoseconds, radix: 36), place,
        ].joined(separator: ".")
    }

    /// The token of a text; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "1", let frame = UInt64(parts[1], radix: 36),
            let since = Int64(parts[2], radix: 36), let turn = Int64(parts[3], radix: 36), since >= 0, turn > 0,
            since <= turn, let time = Int64(parts[4], radix: 36), parts[5].utf8.count.isMultiple(of: 2)
        else { return nil }
        var bytes: [UInt8] = []
        var rest = parts[5][...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        guard let type = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(frame: frame, since: since, turn: turn, type: type, time: Instant(nanoseconds: time))
    }

    public static var schema: Schema { .string }
    public func write(_ json: inout JSONText) { json.value(text) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> SampleToken? {
        value.string.flatMap { SampleToken($0) }
            ?? place.fault("must be a sync_token that this gateway gave", code: "invalid_value", value)
    }
}
