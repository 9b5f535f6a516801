import Signals

/// Adds up what is lost between one local midnight and the next, by cause.
struct LossTally {
    private let zone: Zone
    private(set) var counts: [Loss.Cause: Int] = [:]
    private var day: CivilDate

    init(zone: Zone, now: Instant) {
        self.zone = zone
        day = zone.civilTime(at: now).date
    }

    /// Adds what the loss counts: samples, blocks or seconds.
    mutating func add(_ loss: Loss) {
        let count = loss.count.isFinite ? Int(min(max(loss.count, 0), 1e12).rounded(.up)) : 1
        counts[loss.cause, default: 0] += count
    }

    /// Begins again when another day has come.
    /// - Returns: whether something was forgotten by that.
    mutating func turn(to now: Instant) -> Bool {
        let date = zone.civilTime(at: now).date
        guard date != day else { return false }
        defer {
            day = date
            counts = [:]
        }
        return !counts.isEmpty
    }
}
