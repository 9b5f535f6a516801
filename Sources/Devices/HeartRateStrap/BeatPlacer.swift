package import Signals

/// Places RR intervals in time. A strap sends intervals and no clock, so the one thing known is that the newest beat
/// of a notification is not younger than its arrival.
///
/// Rules, in order, for a notification whose newest beat would lie at C if its intervals followed the last beat
/// without a hole, and which arrived at A (so that its lag is A - C):
///
/// 1. *First notification*: the newest beat is at A, the others by walking back from it.
/// 2. *C before A* by no more than the link is used to: the beats are at C. The wait of a beat for its notification
///    and the jitter of the radio change nothing. If the smallest of the last sixteen lags is above 0.05 s and above
///    the widest spread that sixteen lags have had, the time line follows by one part in a thousand, so the drift of a
///    strap's clock never adds up. A heart at the pace of the notifications waits about as long each time, which is
///    why the spread counts.
/// 3. *C after A*: the beats are spread in proportion between the last beat and A. A beat is never put after its
///    arrival, unless it would come before an earlier beat.
/// 4. *C before A by more than the link is used to*: beats are missing. The newest beat is at A again, the first is
///    labelled `afterGap` and the hole is a `Loss`. Used to means 0.35 s above the largest of the last
///    sixteen lags and above that spread, or 1.5 s while fewer than eight are known, and never above 4 s. The same is
///    asked of how long before the previous arrival the oldest beat would lie, where the lag leaves room for a beat: a
///    strap would have sent it then.
/// 5. If nothing at all came for longer than 1.5 s and the lag is at most 6 s, the notification may just be late: it
///    is held back until the next one. One that follows within 0.35 s shows that the link was stuck (rule 2 holds),
///    any other that beats are missing (rule 4).
/// 6. Sixteen lags that are all above that spread by more than 0.25 s show a hole that no single one of them could
///    show: rule 4, with the newest beat at A less the lag beyond the smallest.
/// 7. A value equal to the one before within 0.1 s is a second delivery and dropped, unless the line is a second
///    behind. A first interval equal to the last one before, with C more than 0.1 s after A, may be one sent again:
///    from the third within some twenty notifications on it is dropped. Intervals of zero are dropped. Each is a
///    `Loss`.
/// 8. An arrival more than 2 s before the one before it is a step of the host's clock: a `Loss`, and rule 1 again.
package struct BeatPlacer: Sendable {
    let ticksPerSecond: Int
    /// Twice the nanoseconds of a tick, which is whole for 1/1024 s.
    let halfTicks: Int64
    var last: Instant?
    var lastRaw: UInt16 = 0
    var previousArrival: Instant?
    var latest: Instant?
    /// The next beat follows a hole that the caller accounts for.
    var isBroken = false
    /// The link was stuck and what it held comes in a burst.
    var isCatchingUp = false
    var lags = RecentLags()
    var ages = RecentLags()
    /// The largest difference among sixteen successive lags so far.
    var spread: Int64 = 0
    var sinceAnchor = 0
    var held: [UInt16] = []
    var heldArrival: Instant?
    private var kept: [UInt16] = []
    /// How much the strap seems to be one that sends intervals again.
    private var suspicion = 0

    /// A placer that has seen nothing.
    /// - Parameter ticksPerSecond: what intervals are counted in: 1024 for the Heart Rate service, 1000 for devices that
    ///   send milliseconds. 1 to 100 000; others count as the nearest of these.
    package init(ticksPerSecond: Int = 1024) {
        self.ticksPerSecond = min(max(ticksPerSecond, 1), 100_000)
        halfTicks = 2_000_000_000 / Int64(self.ticksPerSecond)
    }

    /// Takes the intervals of one notification.
    /// - Parameters:
    ///   - intervals: in ticks, oldest first; empty for a notification without any, which says that time has passed.
    ///   - isRepeat: whether the whole value is equal to the one before.
    ///   - arrival: when the host had the notification.
    ///   - beats: where placed beats are appended.
    ///   - losses: where losses are appended.
    package mutating func receive(
        _ intervals: [UInt16], isRepeat: Bool = false, at arrival: Instant, beats: inout [Beat], losses: inout [Loss]
    ) {
        if let before = previousArrival ?? latest, isStep(to: arrival) {
            step(to: arrival, from: before, beats: &beats, losses: &losses)
        }
        if let previousArrival, Self.span(from: previousArrival, to: arrival) >= Rule.burst { isCatchingUp = false }
        settle(at: arrival, beats: &beats, losses: &losses)
        kept.removeAll(keepingCapacity: true)
        for raw in intervals where raw > 0 { kept.append(raw) }
        if kept.count < intervals.count {
            losses.append(
                loss(.damaged, intervals.count - kept.count, at: arrival, "RR intervals of zero"))
        }
        dropRepeats(isRepeat: isRepeat, at: arrival, losses: &losses)
        if !kept.isEmpty { place(kept, at: arrival, beats: &beats, losses: &losses, mayHold: true) }
        previousArrival = arrival
    }

    /// Whether an arrival at `arrival` would be a step of the host's clock (rule 8). What is held back belongs before
    /// it: see ``settle(beats:losses:)``.
    func isStep(to arrival: Instant) -> Bool {
        (previousArrival ?? latest).map { Self.span(from: $0, to: arrival) < -Rule.clockStep } ?? false
    }

    /// Releases the beats that are held back.
    mutating func settle(beats: inout [Beat], losses: inout [Loss]) {
        settle(at: nil, beats: &beats, losses: &losses)
    }

    /// Gives out what is held back and begins anew: the link was down or the skin contact lost, which the caller
    /// accounts for. The next beat is labelled `afterGap`.
    package mutating func interrupt(beats: inout [Beat], losses: inout [Loss]) {
        settle(at: nil, beats: &beats, losses: &losses)
        isBroken = isBroken || last != nil
        last = nil
        sinceAnchor = 0
        previousArrival = nil
    }

    /// Resolves a notification that was held back (rule 5).
    private mutating func settle(at arrival: Instant?, beats: inout [Beat], losses: inout [Loss]) {
        guard let since = heldArrival else { return }
        heldArrival = nil
        let isLate = arrival.map { Self.span(from: since, to: $0) < Rule.burst } ?? false
        if isLate {
            append(held, newestAt: continuation(held), label: .normal, to: &beats)
            note(lag: nil, age: nil)
            isCatchingUp = true
        } else {
            place(held, at: since, beats: &beats, losses: &losses, mayHold: false)
        }
    }

    /// Rule 8: the host's clock stepped back.
    private mutating func step(to arrival: Instant, from previous: Instant, beats: inout [Beat], losses: inout [Loss]) {
        settle(at: nil, beats: &beats, losses: &losses)
        let seconds = previous.seconds(since: arrival)
        losses.append(
            Loss(
                .clockStep, count: seconds, unit: .seconds, first: arrival, end: previous, channel: .rrInterval,
                detail: "the host's clock went back"))
        isBroken = isBroken || last != nil
        last = nil
        latest = nil
        previousArrival = nil
        sinceAnchor = 0
    }

    /// Rule 7: intervals that were delivered twice are dropped.
    private mutating func dropRepeats(isRepeat: Bool, at arrival: Instant, losses: inout [Loss]) {
        guard let last, let previousArrival, let first = kept.first else { return }
        let lag = Self.span(from: last, to: arrival) - sum(kept)
        if isRepeat, Self.span(from: previousArrival, to: arrival) < Rule.redelivery, lag < Rule.second {
            losses.append(loss(.duplicate, kept.count, at: arrival, "notification delivered twice"))
            kept.removeAll(keepingCapacity: true)
        } else if first == lastRaw, sinceAnchor >= 4, lag < -Rule.redelivery {
            suspicion = min(suspicion + Rule.suspicionStep, Rule.suspicionLimit)
            guard suspicion >= Rule.suspicionNeeded else { return }
            losses.append(loss(.duplicate, 1, at: arrival, "RR interval sent again"))
            kept.removeFirst()
        } else {
            suspicion = max(suspicion - 1, 0)
        }
    }

    private func loss(_ cause: Loss.Cause, _ count: Int, at instant: Instant, _ detail: String) -> Loss {
        Loss(cause, count: Double(count), unit: .samples, first: instant, channel: .rrInterval, detail: detail)
    }
}
