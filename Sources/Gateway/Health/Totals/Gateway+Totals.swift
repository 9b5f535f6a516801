package import Documents
import Runtime
package import Signals
package import Store

extension Gateway {
    /// Days that are kept for one answer at most; clocks go wrong, and a sample of another century is no life.
    private static let mostKeptDays = 3700
    /// Fewer than these are summed up at once.
    private static let leastKeptDays = 3

    /// What a person's samples of one type come to. What days that are over came to is kept by day and by hour, and made anew
    /// once something of them has changed; weeks and months are put together of days. It is the same as without.
    /// - Parameters:
    ///   - type: what they are, such as `steps`.
    ///   - range: from when to when; a sample that crosses an end counts with its share.
    ///   - parts: how the time is cut.
    ///   - zone: whose days and nights they are.
    ///   - subject: whose samples.
    /// - Throws: `Failure` when the store cannot be read.
    package func totals(
        _ type: String, in range: Range<Instant>, by parts: SampleParts, zone: Zone, of subject: HealthSubject
    ) async throws -> SampleTotals {
        if parts != .minute, let days = try keptDays(in: range, zone: zone, of: subject),
            let totals = try await ofDays(type, days, in: range, by: parts, zone: zone, of: subject)
        {
            return totals
        }
        return try await atOnce(type, in: range, by: parts, zone: zone, of: subject)
    }

    /// Sums up all samples of a stretch of time, those that are measured just now too.
    private func atOnce(
        _ type: String, in range: Range<Instant>, by parts: SampleParts, zone: Zone, of subject: HealthSubject
    ) async throws -> SampleTotals {
        try await store.reading { [self] _ in
            try SampleSummary.totals(
                type, in: range, by: parts, zone: zone, of: try series(of: subject, zone: zone))
        }
    }

    /// The days that lie within a stretch of time, are over and may have samples of somebody; nil where they are few or too many.
    private func keptDays(
        in range: Range<Instant>, zone: Zone, of subject: HealthSubject
    ) throws -> ClosedRange<CivilDate>? {
        let held = range.clamped(
            to: try extent(of: subject, try series(of: subject, isKept: true).devices?.devices ?? []))
        guard !held.isEmpty else { return nil }
        var first = zone.civilTime(at: held.lowerBound).date
        if zone.start(of: first) < held.lowerBound { first = first.adding(days: 1) }
        let today = zone.civilTime(at: configuration.clock.now).date
        let last = min(today, zone.civilTime(at: held.upperBound).date).adding(days: -1)
        let count = last.daysSince1970 - first.daysSince1970 + 1
        return (Self.leastKeptDays...Self.mostKeptDays).contains(count) ? first...last : nil
    }

    /// Puts the totals of days together with those of the time before and after them; nil where samples are in several units,
    /// of which the first of all decides what counts.
    private func ofDays(
        _ type: String, _ days: ClosedRange<CivilDate>, in range: Range<Instant>, by parts: SampleParts, zone: Zone,
        of subject: HealthSubject
    ) async throws -> SampleTotals? {
        let kept = try await dayTotals(type, days, byHour: parts == .hour, zone: zone, of: subject)
        let start = zone.start(of: days.lowerBound)
        let end = zone.start(of: days.upperBound.adding(days: 1))
        let before = try await atOnce(type, in: range.lowerBound..<start, by: parts, zone: zone, of: subject)
        let after = try await atOnce(type, in: end..<range.upperBound, by: parts, zone: zone, of: subject)
        var totals = SampleTotals()
        for next in [before] + kept + [after] {
            let isSummed = totals.append(next) { part in
                // An hour is the same in a day as in a year.
                parts == .hour
                    ? part.span
                    : parts.interval(containing: part.span.lowerBound, in: zone).clamped(to: range)
            }
            guard isSummed else { return nil }
        }
        return totals
    }

    /// What days came to, in order: what is kept, and what is missing made and kept.
    private func dayTotals(
        _ type: String, _ days: ClosedRange<CivilDate>, byHour: Bool, zone: Zone, of subject: HealthSubject
    ) async throws -> [SampleTotals] {
        let key = DayTotalsKey(person: subject.column, zone: zone.name, type: type)
        var found = try await store.reading { store in
            try store.dayTotals(key, byHour: byHour, from: days.lowerBound, to: days.upperBound)
        }
        let dates = (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map {
            CivilDate(daysSince1970: $0)
        }
        let missing = dates.filter { found[$0] == nil }
        let mark = configuration.clock.now.nanoseconds
        for start in stride(from: 0, to: missing.count, by: 64) {
            try Task.checkCancellation()
            let part = Array(missing[start..<min(start + 64, missing.count)])
            // A store that cannot write now is read all the same.
            let begun: Void? = try? await store.beginDayTotals(part, key, mark: mark)
            let made = try await store.reading { [self] _ in
                let series = try series(of: subject, zone: zone, isKept: true)
                return try part.map { date in
                    let day = SampleParts.day.interval(containing: zone.start(of: date), in: zone)
                    let hours = try SampleSummary.totals(type, in: day, by: .hour, zone: zone, of: series)
                    return (date: date, hours: hours, whole: hours.whole(day))
                }
            }
            for day in made { found[day.date] = byHour ? day.hours : day.whole }
            if begun != nil { try? await store.keep(made, key, mark: mark) }
        }
        return dates.compactMap { found[$0] }
    }
}
