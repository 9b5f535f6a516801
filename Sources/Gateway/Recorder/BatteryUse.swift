import Signals

/// How fast a battery empties, from the charges that the device told.
struct BatteryUse {
    /// Between two charges further apart than this the device may have been off, in seconds.
    private static let longest = 21_600.0
    private var last: (time: Instant, percent: Int)?
    private var drop = 0.0
    private var hours = 0.0

    /// Takes a charge; later ones follow earlier ones.
    mutating func add(_ percent: Int, at time: Instant) {
        defer { last = (time, percent) }
        guard let last, time > last.time else { return }
        let seconds = time.seconds(since: last.time)
        // More than before: it was charged, or its cell changed.
        guard percent <= last.percent, seconds <= Self.longest else { return }
        drop += Double(last.percent - percent)
        hours += seconds / 3600
    }

    /// Per cent in an hour; nil before two per cent, or six hours without one, have been seen.
    var perHour: Double? {
        guard hours >= 0.5, drop >= 2 || hours >= 6 else { return nil }
        // Whole per cent hide up to one.
        return max(drop, 1) / hours
    }
}
