package import Documents
import Signals

extension SampleParts {
    /// Nanoseconds that most parts have, rather fewer than more; nil for one part.
    package var length: Int64? {
        let hour: Int64 = 3_600_000_000_000
        switch self {
        case .all: return nil
        case .month: return 28 * 24 * hour
        case .week: return 7 * 24 * hour
        case .day: return 24 * hour
        case .hour: return hour
        case .minute: return hour / 60
        }
    }

    /// The part that an instant lies in; it holds the instant in any zone.
    func interval(containing instant: Instant, in zone: Zone) -> Range<Instant> {
        let date = zone.civilTime(at: instant).date
        switch self {
        case .all: return Instant(nanoseconds: .min)..<Instant(nanoseconds: .max)
        case .month:
            let first = date.adding(days: 1 - date.day)
            let next = first.adding(days: 31)
            return Self.days(first, next.adding(days: 1 - next.day), in: zone)
        case .week:
            // 1970 began on a Thursday.
            let weekday = ((date.daysSince1970 + 3) % 7 + 7) % 7
            return Self.days(date.adding(days: -weekday), date.adding(days: 7 - weekday), in: zone)
        case .day: return Self.days(date, date.adding(days: 1), in: zone)
        case .hour: return Self.clock(instant, 3600, in: zone)
        case .minute: return Self.clock(instant, 60, in: zone)
        }
    }

    private static func days(_ first: CivilDate, _ next: CivilDate, in zone: Zone) -> Range<Instant> {
        let start = zone.start(of: first)
        return start..<max(start.advanced(byNanoseconds: 1), zone.start(of: next))
    }

    /// A stretch of so many seconds on the wall; shorter where the clock is changed by less within it.
    private static func clock(_ instant: Instant, _ seconds: Int, in zone: Zone) -> Range<Instant> {
        let civil = zone.civilTime(at: instant)
        let into = Int64(civil.secondOfDay % seconds) * 1_000_000_000 + Int64(civil.nanosecond)
        var start = instant.advanced(byNanoseconds: -into)
        var end = start.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
        let offset = zone.offset(at: instant)
        if (zone.offset(at: start) - offset) % seconds != 0 { start = change(in: start..<instant, of: zone) }
        let last = end.advanced(byNanoseconds: -1)
        if (zone.offset(at: last) - offset) % seconds != 0 { end = change(in: instant..<last, of: zone) }
        return start..<end
    }

    /// The first instant with the offset of the end.
    private static func change(in range: Range<Instant>, of zone: Zone) -> Instant {
        var low = range.lowerBound
        var high = range.upperBound
        let offset = zone.offset(at: high)
        while high.nanoseconds(since: low) > 1 {
            let middle = low.advanced(byNanoseconds: high.nanoseconds(since: low) / 2)
            if zone.offset(at: middle) == offset { high = middle } else { low = middle }
        }
        return high
    }
}
