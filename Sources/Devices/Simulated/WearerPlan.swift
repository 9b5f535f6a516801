package import Signals

/// What a synthetic wearer does from one noon to the next, or for another stretch of time: the truth behind the
/// samples.
package struct WearerPlan: Hashable, Sendable {
    /// A stretch of one activity.
    package struct Segment: Hashable, Sendable {
        /// When the activity begins.
        package var start: Instant
        /// When the activity ends, exclusive.
        package var end: Instant
        /// The activity.
        package var activity: WearerActivity

        /// Memberwise.
        package init(start: Instant, end: Instant, activity: WearerActivity) {
            self.start = start
            self.end = end
            self.activity = activity
        }
    }

    /// Segments in order, without gaps between them.
    package internal(set) var segments: [Segment]
    /// Stretches without a radio link, in order.
    package internal(set) var linkGaps: [Range<Instant>]

    /// When the plan begins; nil for an empty one.
    package var start: Instant? { segments.first?.start }
    /// When the plan ends, exclusive; nil for an empty one.
    package var end: Instant? { segments.last?.end }

    /// What the wearer does at `instant`; nil outside of the plan.
    package func segment(at instant: Instant) -> Segment? {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].end <= instant { low = middle + 1 } else { high = middle }
        }
        return low < segments.count && segments[low].start <= instant ? segments[low] : nil
    }

    /// The time asleep, from the first sleep of the main night to its end; nil when the plan has no night.
    package var night: Range<Instant>? {
        let asleep = segments.filter { $0.activity.isAsleep }
        // A nap is separated from the night by hours awake.
        guard let last = asleep.last else { return nil }
        var first = last
        for segment in asleep.reversed() where first.start.seconds(since: segment.end) < 7200 { first = segment }
        return first.start.seconds(since: last.end) < -7200 ? first.start..<last.end : nil
    }

    /// Seconds asleep in `range`.
    package func secondsAsleep(in range: Range<Instant>) -> Double {
        segments.filter { $0.activity.isAsleep }.reduce(0) { sum, segment in
            let start = max(segment.start, range.lowerBound)
            let end = min(segment.end, range.upperBound)
            return sum + max(0, end.seconds(since: start))
        }
    }

    /// Whether the radio link is down at `instant`.
    func isLinkDown(at instant: Instant) -> Bool { linkGaps.contains { $0.contains(instant) } }

    /// The plan from `instant` on.
    func trimmed(from instant: Instant) -> WearerPlan {
        var plan = self
        plan.segments.removeAll { $0.end <= instant }
        if let first = plan.segments.first, first.start < instant { plan.segments[0].start = instant }
        return plan
    }
}
