public import Signals

/// Noon to noon on the wall of a zone, and the day that owns it.
public struct NightWindow: Hashable, Sendable {
    /// The local day on which the window ends.
    public var date: CivilDate
    /// From noon of the day before to noon of ``date``; 23 or 25 hours when the clock changes.
    public var interval: Range<Instant>

    /// The window that ends on `date`.
    public init(endingOn date: CivilDate, in zone: Zone) {
        self.date = date
        let start = zone.noon(of: date.adding(days: -1))
        interval = start..<max(start, zone.noon(of: date))
    }

    /// The window that `instant` lies in.
    public init(containing instant: Instant, in zone: Zone) {
        let civil = zone.civilTime(at: instant)
        self.init(endingOn: civil.secondOfDay < 43_200 ? civil.date : civil.date.adding(days: 1), in: zone)
    }

    /// The windows that `interval` touches, in order; none for an empty interval, and no more than `limit`, so that one
    /// wild stamp cannot ask for a million nights.
    public static func windows(over interval: Range<Instant>, in zone: Zone, limit: Int = 4000) -> [NightWindow] {
        guard !interval.isEmpty else { return [] }
        var windows: [NightWindow] = []
        var window = NightWindow(containing: interval.lowerBound, in: zone)
        while window.interval.lowerBound < interval.upperBound, windows.count < limit {
            windows.append(window)
            window = NightWindow(endingOn: window.date.adding(days: 1), in: zone)
        }
        return windows
    }
}
