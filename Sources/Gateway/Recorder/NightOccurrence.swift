import Runtime
import Signals
import Store

/// One night of a schedule: from when to when, in local time of its zone.
struct NightOccurrence: Hashable {
    var start: Instant
    var end: Instant

    /// The night of `schedule` that begins on `date`; nil on a day on which none begins.
    ///
    /// Times that local time skips when summer begins are the moment of the change; of times that it shows twice the
    /// first counts. So no night is lost, and a night is an hour shorter or longer than its times say.
    init?(_ schedule: NightSchedule, on date: CivilDate, in zone: Zone) {
        // 1970-01-01 was a Thursday, 4.
        let weekday = ((date.daysSince1970 + 3) % 7 + 7) % 7 + 1
        guard schedule.days.contains(weekday) else { return nil }
        let next = schedule.to <= schedule.from ? 1440 : 0
        start = zone.instant(of: CivilTime(date, secondsFromMidnight: 60 * schedule.from))
        end = zone.instant(of: CivilTime(date, secondsFromMidnight: 60 * (schedule.to + next)))
        guard start < end else { return nil }
    }

    /// The night of `schedule` in which `now` lies, or that begins within `ahead` seconds; nil without one.
    static func around(_ now: Instant, of schedule: NightSchedule, in zone: Zone, ahead: Double = 0) -> NightOccurrence?
    {
        let today = zone.civilTime(at: now).date
        return (-1...1).compactMap { NightOccurrence(schedule, on: today.adding(days: $0), in: zone) }
            .first { $0.start.advanced(bySeconds: -ahead) <= now && now < $0.end }
    }
}
