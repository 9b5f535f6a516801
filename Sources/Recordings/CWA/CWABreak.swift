import Signals

/// A place at which samples do not follow each other.
struct CWABreak {
    /// The reason for the break.
    enum Reason: Hashable {
        /// The recorder was restarted.
        case restart(UInt32)
        /// Sectors are not there, so many by their numbers.
        case missing(Int)
        /// Sectors cannot be read.
        case damage
        /// The recorder's clock was moved, or its samples were.
        case step(nanoseconds: Double)
        /// As `step`, and the recorder says that it lost samples.
        case overrun(nanoseconds: Double)
    }

    var reason: Reason
    /// The index of the segment before it.
    var segment: Int
    /// The offset in the file of the first sector after it.
    var offset: Int
    /// The damage that was skipped there.
    var damage: CWADamage

    /// Whether it comes before the first sample.
    var isAtStart = false

    /// The losses that it means, between the end of the segment before and the start of the one after.
    func losses(from end: Instant, to start: Instant) -> [Loss] {
        let hole = start.seconds(since: end)
        let seconds = max(0, hole)
        var all = damage.losses(from: end, to: max(end, start))
        func add(_ cause: Loss.Cause, _ count: Double, _ detail: String) {
            all.append(
                Loss(
                    cause, count: count, unit: .seconds, first: end, end: max(end, start),
                    detail: "\(detail) (at byte \(offset))"))
        }
        switch reason {
        case .restart(let sequence):
            add(.interrupted, seconds, "the recorder was stopped and started again, first block number \(sequence)")
        case .missing(let count): add(.gap, seconds, "\(count) sectors are missing by their numbers")
        case .damage: break
        case .step(let nanoseconds):
            add(.clockStep, abs(nanoseconds) / 1e9, "the recorder's clock stepped by \(nanoseconds / 1e9) s")
        case .overrun(let nanoseconds):
            add(.gap, seconds, "the recorder lost samples worth \(nanoseconds / 1e9) s in an overrun")
        }
        if hole < 0, !isStep { add(.clockStep, -hole, "the recorder's clock went back by \(-hole) s over the break") }
        return all
    }

    private var isStep: Bool { if case .step = reason { true } else { false } }
}
