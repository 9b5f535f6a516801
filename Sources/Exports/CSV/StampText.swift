import Signals

/// Times as text, many of one second: ``LocalTime/stamp(_:in:)`` for less.
struct StampText {
    private let zone: Zone
    private var second: Int64 = .min
    private var head: [UInt8] = []
    private var tail: [UInt8] = []

    init(_ zone: Zone) { self.zone = zone }

    /// The time with wall time, offset and zone.
    mutating func bytes(_ instant: Instant) -> [UInt8] {
        let billion: Int64 = 1_000_000_000
        var nanosecond = instant.nanoseconds % billion
        if nanosecond < 0 { nanosecond += billion }
        let second = instant.nanoseconds &- nanosecond
        if second != self.second {
            let text = Array(LocalTime.stamp(Instant(nanoseconds: second), in: zone).utf8)
            let point = (text.firstIndex(of: 0x2E) ?? text.count - 1) + 1
            (head, tail) = (Array(text[..<point]), Array(text[min(point + 6, text.count)...]))
            self.second = second
        }
        return head + Self.microseconds(nanosecond) + tail
    }

    /// Six digits, rounded down.
    static func microseconds(_ nanosecond: Int64) -> [UInt8] {
        var divisor: Int64 = 1_000_000_000
        return (0..<6).map { _ in
            divisor /= 10
            return UInt8(0x30 + nanosecond / divisor % 10)
        }
    }
}
