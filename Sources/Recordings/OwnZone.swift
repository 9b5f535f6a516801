public import Signals

/// What a file itself says of the zone in which it was recorded.
public struct OwnZone: Hashable, Sendable {
    /// Seconds east of UTC.
    public let offset: Int
    /// About when the recording begins.
    public let start: Instant

    /// Where `offset` is known and the wall showed `stamp`, in nanoseconds since 1970, at the beginning.
    init?(offset: Int?, stamp: Int64?) {
        guard let offset, let stamp else { return nil }
        (self.offset, start) = (offset, RecorderClock(offset: offset).instant(stamp))
    }

    /// The offset as text, such as `UTC-04:00`.
    public var text: String { Self.text(offset) }

    static func text(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        let (hours, rest) = (minutes / 60, minutes % 60)
        return "UTC\(offset < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The zone for the days of the recording: `usual` where that had this offset at the beginning, so that it knows summer
    /// time; else one of this offset alone, where there is a name for it.
    public func zone(usually usual: Zone) -> Zone {
        if usual.offset(at: start) == offset { return usual }
        if offset % 3600 == 0, (-12...14).contains(offset / 3600) {
            // These names have their sign the other way round.
            let hours = offset / 3600
            return hours == 0 ? .utc : Zone(name: "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))", firstOffset: offset)
        }
        let named = [
            16_200: "Asia/Kabul", 19_800: "Asia/Kolkata", 20_700: "Asia/Kathmandu", 23_400: "Asia/Yangon",
            34_200: "Australia/Darwin",
        ]
        return named[offset].map { Zone(name: $0, firstOffset: offset) } ?? usual
    }
}

extension Loss.Cause {
    /// The zone that was asked for is not the one that the file names.
    static let zoneContradiction = Loss.Cause(rawValue: "zone_contradiction")
}
