import Signals

/// Lays segments one after the other, on whole seconds.
struct WearerPlanBuilder {
    private(set) var plan = WearerPlan(segments: [], linkGaps: [])
    private(set) var cursor: Instant
    var random: SplitMix64

    init(start: Instant, random: SplitMix64) {
        cursor = start
        self.random = random
    }

    mutating func add(_ activity: WearerActivity, seconds: Double) {
        let whole = Int64(max(1, seconds.rounded()))
        let end = cursor.advanced(byNanoseconds: whole * 1_000_000_000)
        plan.segments.append(.init(start: cursor, end: end, activity: activity))
        cursor = end
    }

    mutating func add(_ activity: WearerActivity, minutes: ClosedRange<Double>) {
        add(activity, seconds: random.uniform(minutes) * 60)
    }

    /// Fills the time up to `end` with `activity`; nothing when it has passed.
    mutating func add(_ activity: WearerActivity, until end: Instant) {
        if end > cursor { add(activity, seconds: end.seconds(since: cursor)) }
    }

    /// Removes what lies after `end`.
    mutating func cut(at end: Instant) {
        while let last = plan.segments.last, last.end > end {
            plan.segments.removeLast()
            if last.start < end { plan.segments.append(.init(start: last.start, end: end, activity: last.activity)) }
        }
        cursor = min(cursor, end)
    }

    mutating func dropLink(at start: Instant, seconds: Double) {
        let end = start.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
        plan.linkGaps.append(start..<end)
        plan.linkGaps.sort { $0.lowerBound < $1.lowerBound }
    }
}
