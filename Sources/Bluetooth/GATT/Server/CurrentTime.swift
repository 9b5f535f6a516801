import Signals

/// The value of the Current Time characteristic, 0x2A2B: 10 bytes (GATT Specification Supplement, Current Time).
struct CurrentTime: Hashable, Sendable {
    /// The value as sent, 10 bytes (Current Time Service 3.1).
    let bytes: [UInt8]

    /// The local time of `zone` at `instant`; no reason for a change is given.
    init(_ instant: Instant, in zone: Zone) {
        let wall = zone.civilTime(at: instant)
        let (year, month, day) = wall.date.components
        // Monday is 1; 1970-01-01 was a Thursday.
        let weekday = ((wall.date.daysSince1970 + 3) % 7 + 7) % 7 + 1
        let second = wall.secondOfDay
        var bytes: [UInt8] = []
        bytes.append(little: UInt16(clamping: year))
        bytes += [month, day, second / 3600, second / 60 % 60, second % 60, weekday].map { UInt8(clamping: $0) }
        bytes.append(UInt8(clamping: wall.nanosecond / 3_906_250))
        bytes.append(0)
        self.bytes = bytes
    }
}
