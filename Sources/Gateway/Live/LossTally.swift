import Signals

/// Counts losses by cause since local midnight.
struct LossTally {
    let zone: Zone
    private(set) var counts: [Loss.Cause: Int] = [:]
    private var day: CivilDate?

    init(zone: Zone) { self.zone = zone }

    mutating func add(_ loss: Loss, at instant: Instant) {
        let date = zone.civilTime(at: instant).date
        if date != day {
            day = date
            counts = [:]
        }
        counts[loss.cause, default: 0] += 1
    }
}
