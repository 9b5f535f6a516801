public import Signals

/// Noon to noon in local time of a zone, and the day that owns it.
public struct NightWindow: Hashable, Sendable {
    /// The local day on which the window ends.
    public var date: CivilDate
    /// From noon of the day before to noon of ``date``; 23 or 25 hours when the clock changes.
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
        interval = start..<max(start, end(date))
    }

    /// The window that `instant` lies in.
    public init(containing instant: Instant, in zone: Zone) { self.init(containing: instant, cut: Self.noon, in: zone) }

    init(containing instant: Instant, cut: Int, in zone: Zone) {
        let civil = zone.civilTime(at: instant)
        self.init(endingOn: civil.secondOfDay < cut ? civil.date : civil.date.adding(days: 1), cut: cut, in: zone)
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
        while window.interval.lowerBound < interval.upperBound, windows.count < limit {
            windows.append(window)
            window = NightWindow(endingOn: window.date.adding(days: 1), cut: cut, in: zone)
        }
        return windows
    }
}
