public import Signals

/// Noon to noon in local time of a zone, and the day that owns it.
public struct NightWindow: Hashable, Sendable {
    /// The local day on which the window ends.
    public var date: CivilDate
    /// From noon of the day before to noon of ``date``; 23 or 25 hours when the clock changes, empty for a day that the zone
    /// skipped.
    public var interval: Range<Instant>

    /// Noon, in seconds from midnight.
    static let noon = 43_200

    /// The window that ends on `date`.
    public init(endingOn date: CivilDate, in zone: Zone) { self.init(endingOn: date, cut: Self.noon, in: zone) }

    /// The window that ends on `date` at `cut`, in seconds from midnight, from noon to midnight: 43 200 ... 86 400.
    init(endingOn date: CivilDate, cut: Int, in zone: Zone) {
        self.date = date
        let (days, seconds) = cut.quotientAndRemainder(dividingBy: 86_400)
        let end = { (date: CivilDate) in
            zone.instant(of: CivilTime(date.adding(days: days), secondsFromMidnight: seconds))
        }
        let start = end(date.adding(days: -1))
        let stop = max(start, end(date))
        interval = start..<stop
        // Where the date line moved, as at Apia in 2011, a day was skipped: it has no night, and the next has all of it.
        guard !interval.isEmpty, stop.seconds(since: start) < 72_000 else { return }
        let isThere = { (date: CivilDate) in zone.civilTime(at: end(date)).date == date.adding(days: days) }
        if !isThere(date) {
            interval = start..<start
        } else if !isThere(date.adding(days: -1)) {
            interval = min(start, end(date.adding(days: -2)))..<stop
        }
    }

    /// The window that `instant` lies in.
    public init(containing instant: Instant, in zone: Zone) { self.init(containing: instant, cut: Self.noon, in: zone) }

    init(containing instant: Instant, cut: Int, in zone: Zone) {
        let civil = zone.civilTime(at: instant)
        self.init(endingOn: civil.secondOfDay < cut ? civil.date : civil.date.adding(days: 1), cut: cut, in: zone)
        if interval.isEmpty { self.init(endingOn: date.adding(days: 1), cut: cut, in: zone) }
    }

    /// The windows that `interval` touches, in order; none for an empty interval, and no more than `limit`, so that one
    /// wild stamp cannot ask for a million nights.
    public static func windows(over interval: Range<Instant>, in zone: Zone, limit: Int = 4000) -> [NightWindow] {
        windows(over: interval, cut: noon, in: zone, limit: limit)
    }

    static func windows(
        over interval: Range<Instant>, cut: Int, in zone: Zone, limit: Int = 4000
    ) -> [NightWindow] {
        guard !interval.isEmpty else { return [] }
        var windows: [NightWindow] = []
        var window = NightWindow(containing: interval.lowerBound, cut: cut, in: zone)
        for _ in 0..<max(0, limit) where window.interval.lowerBound < interval.upperBound {
            if !window.interval.isEmpty { windows.append(window) }
            window = NightWindow(endingOn: window.date.adding(days: 1), cut: cut, in: zone)
        }
        return windows
    }
}
