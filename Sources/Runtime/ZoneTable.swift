import Signals

/// Changes of a zone's offset while they are being put together.
struct ZoneTable {
    /// Offsets that RFC 8536 section 3.2 allows, in seconds east of UTC.
    static let offsets = -89_999...93_599
    /// Seconds since 1970 that an `Instant` can hold.
    private static let seconds = -9_223_372_036...9_223_372_036 as ClosedRange<Int64>
    /// The last year to which rules are expanded.
    private static let lastYear = 2100

    var firstOffset: Int
    var transitions: [Int64] = []
    var offsets: [Int] = []

    /// Adds what `rule` says for the time after the last transition.
    mutating func append(_ rule: ZoneRule) {
        guard let daylight = rule.daylight else {
            // Without transitions the rule holds for all time.
            if transitions.isEmpty { firstOffset = rule.standardOffset }
            return
        }
        let last = transitions.last
        let firstYear = last.map { CivilDate(daysSince1970: Int(clamping: $0 / 86_400)).year } ?? 1970
        guard firstYear <= Self.lastYear else { return }
        var changes: [(time: Int64, offset: Int)] = []
        for year in max(firstYear, 1)...(Self.lastYear + 1) {
            changes.append((daylight.end.second(in: year, offset: daylight.offset), rule.standardOffset))
            changes.append((daylight.start.second(in: year, offset: rule.standardOffset), daylight.offset))
        }
        // Daylight saving all year is written as a change that ends where the next begins: the beginning wins.
        changes.sort { $0.time != $1.time ? $0.time < $1.time : $0.offset == rule.standardOffset }
        // One year more, so that a change at the very end meets the one that undoes it.
        let end = Int64(CivilDate(year: Self.lastYear + 1, month: 1, day: 3)?.daysSince1970 ?? 0) * 86_400
        for (time, offset) in changes where time < end && last.map({ time > $0 }) ?? true {
            if transitions.last == time, time != last {
                transitions.removeLast()
                offsets.removeLast()
            }
            if offset != (offsets.last ?? firstOffset) {
                transitions.append(time)
                offsets.append(offset)
            }
        }
    }

    /// The zone, without transitions beyond what an instant can hold.
    func zone(name: String) -> Zone {
        var first = firstOffset
        var kept: (transitions: [Int64], offsets: [Int]) = ([], [])
        for (time, offset) in zip(transitions, offsets) where time <= Self.seconds.upperBound {
            if time < Self.seconds.lowerBound {
                first = offset
            } else {
                kept.transitions.append(time)
                kept.offsets.append(offset)
            }
        }
        return Zone(name: name, firstOffset: first, transitions: kept.transitions, offsets: kept.offsets)
    }
}
