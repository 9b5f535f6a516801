import Signals
import Store

/// The times of one night as they are written in a diary, and how their days follow from each other.
struct DiaryDay {
    var inBed: DiaryTime?
    var lightsOut: DiaryTime?
    /// Minutes from lights-out to sleep.
    var latency: Double?
    var asleep: DiaryTime?
    var awake: DiaryTime?
    var gotUp: DiaryTime?

    /// Whether no time is told.
    var isEmpty: Bool { inBed == nil && lightsOut == nil && asleep == nil && awake == nil && gotUp == nil }

    /// The night with these times.
    ///
    /// A time of the wall alone is on the day of waking up where it ends the night. Where it begins the night it is the last
    /// such time before the end, so that who works at night and sleeps by day is understood; without an end it is of the
    /// evening before from noon on.
    /// - Parameters:
    ///   - date: the day of waking up, where that is told.
    ///   - zone: in which the times were written.
    func night(_ date: CivilDate?, in zone: Zone) throws(DiaryClock.Fault) -> DiaryNight {
        let end = awake ?? gotUp
        var day = date
        if case .full(let instant)? = end { day = zone.civilTime(at: instant).date }
        if day == nil, end == nil, case .full(let instant)? = asleep ?? lightsOut ?? inBed {
            let time = zone.civilTime(at: instant)
            day = time.secondOfDay < 43_200 ? time.date : time.date.adding(days: 1)
        }
        guard let day else { throw DiaryClock.Fault("it does not say of which night") }
        guard (1700...2199).contains(day.year) else { throw DiaryClock.Fault("its date lies too far from now") }
        if let date, abs(date.daysSince1970 - day.daysSince1970) > 1 {
            throw DiaryClock.Fault("its date is \(date), and it ends on \(day)")
        }
        func place(_ time: DiaryTime, on date: CivilDate) -> Instant {
            switch time {
            case .full(let instant): instant
            case .clock(let seconds): zone.instant(of: CivilTime(date, secondsFromMidnight: seconds))
            }
        }
        let last = end.map { place($0, on: day) }
        func before(_ time: DiaryTime?) -> Instant? {
            guard let time else { return nil }
            let found = place(time, on: day)
            guard case .clock(let seconds) = time else { return found }
            let isEvening = last.map { found >= $0 } ?? (seconds >= 43_200)
            return isEvening ? place(time, on: day.adding(days: -1)) : found
        }
        func after(_ time: DiaryTime?) -> Instant? {
            guard let time else { return nil }
            let found = place(time, on: day)
            guard case .clock = time, let last, found < last else { return found }
            return place(time, on: day.adding(days: 1))
        }
        var night = DiaryNight(day, zone: zone.name)
        (night.inBed, night.lightsOut, night.asleep) = (before(inBed), before(lightsOut), before(asleep))
        if night.asleep == nil, let latency {
            night.asleep = night.lightsOut?.advanced(bySeconds: latency * 60)
        }
        (night.awake, night.gotUp) = (awake == nil ? nil : last, after(gotUp))
        return night
    }
}
