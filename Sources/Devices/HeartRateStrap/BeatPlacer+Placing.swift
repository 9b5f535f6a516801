import Signals

extension BeatPlacer {
    /// The constants of the placing rules, in nanoseconds.
    enum Rule {
        static let second: Int64 = 1_000_000_000
        static let redelivery: Int64 = 100_000_000
        static let burst: Int64 = 350_000_000
        static let clockStep: Int64 = 2_000_000_000
        /// Added to the lag that is usual for the link.
        static let margin: Int64 = 350_000_000
        static let unknownLink: Int64 = 1_500_000_000
        static let slowestLink: Int64 = 4_000_000_000
        static let silence: Int64 = 1_500_000_000
        static let longestHold: Int64 = 6_000_000_000
        static let hiddenHole: Int64 = 250_000_000
        /// The time line follows a drift by one part in this many.
        /// Above a second, the wait that notifications of one per second make.
        static let widestSpread: Int64 = 1_200_000_000
        static let patience: Int64 = 50_000_000
        static let driftShare: Int64 = 1000
        static let suspicionStep = 8
        static let suspicionNeeded = 18
        static let suspicionLimit = 40
        static let knownAfter = 8
        /// The least distance of two beats that have to be squeezed.
        static let leastStep: Int64 = 1_000_000
    }

    /// Nanoseconds of an interval in 1/1024 s, rounded down.
    func nanoseconds(_ raw: UInt16) -> Int64 { Int64(raw) * halfTicks / 2 }

    func sum(_ intervals: [UInt16]) -> Int64 { intervals.reduce(Int64(0)) { $0 + Int64($1) } * halfTicks / 2 }

    /// Nanoseconds from `a` to `b`, at most 36 years either way, so that sums of a few cannot overflow.
    static func span(from a: Instant, to b: Instant) -> Int64 {
        min(max(b.nanoseconds(since: a), -1 << 60), 1 << 60)
    }

    /// Where the newest of `intervals` lies if no beat is missing.
    func continuation(_ intervals: [UInt16]) -> Instant? { last?.advanced(byNanoseconds: self.sum(intervals)) }

    /// Rules 1 to 6 for intervals that arrived at `arrival`.
    mutating func place(
        _ intervals: [UInt16], at arrival: Instant, beats: inout [Beat], losses: inout [Loss], mayHold: Bool
    ) {
        guard let last, let previousArrival, let oldest = intervals.first else {
            append(intervals, newestAt: arrival, label: isBroken ? .afterGap : .normal, to: &beats)
            return anchored()
        }
        let sum = self.sum(intervals)
        let lag = Self.span(from: last, to: arrival) - sum
        let age = Self.span(from: last, to: previousArrival) - nanoseconds(oldest)
        let isOld = age > limit(ages, atLeast: 0) && lag > Rule.hiddenHole && !isCatchingUp
        if isOld || lag > limit(lags, atLeast: spread) {
            let silence = Self.span(from: previousArrival, to: arrival)
            let wasStuck = silence > Rule.silence && silence - sum > Rule.margin
            if mayHold, isCatchingUp || wasStuck, lag <= Rule.longestHold {
                held.removeAll(keepingCapacity: true)
                held.append(contentsOf: intervals)
                heldArrival = arrival
                return
            }
            return skip(lag, to: arrival, intervals, beats: &beats, losses: &losses)
        }
        let behind = sinceAnchor >= RecentLags.capacity ? lags.smallest ?? 0 : 0
        if lag >= 0, min(lag, behind) > spread + Rule.hiddenHole {
            let newest = arrival.advanced(byNanoseconds: behind - lag)
            return skip(behind, to: newest, intervals, beats: &beats, losses: &losses)
        }
        // A line that is ahead of the arrival comes back at once; one that is behind follows slowly.
        let shift = lag < 0 ? lag : behind > max(spread, Rule.patience) ? sum / Rule.driftShare : 0
        append(intervals, newestAt: last.advanced(byNanoseconds: sum + shift), label: .normal, to: &beats)
        lags.shift(by: -shift, recent: sinceAnchor)
        ages.shift(by: -shift, recent: sinceAnchor)
        note(lag: lag - shift, age: isCatchingUp ? nil : age - shift)
    }

    /// Remembers the lag and the age of an arrival, as usual for this link.
    mutating func note(lag: Int64?, age: Int64?) {
        if let lag { lags.append(lag) }
        if let age { ages.append(age) }
        sinceAnchor += 1
        guard sinceAnchor >= RecentLags.capacity, let largest = lags.largest, let smallest = lags.smallest else {
            return
        }
        spread = min(max(spread, largest - smallest), Rule.widestSpread)
    }

    /// How large a lag may be before it means missing beats.
    private func limit(_ recent: RecentLags, atLeast usual: Int64) -> Int64 {
        guard recent.count >= Rule.knownAfter, let largest = recent.largest else { return Rule.unknownLink }
        return min(max(largest, usual) + Rule.margin, Rule.slowestLink)
    }

    /// Leaves a hole of `length` before `intervals`, the newest of which is at `newest`.
    private mutating func skip(
        _ length: Int64, to newest: Instant, _ intervals: [UInt16], beats: inout [Beat], losses: inout [Loss]
    ) {
        losses.append(
            Loss(
                .gap, count: Double(length) / 1e9, unit: .seconds, first: last,
                end: last?.advanced(byNanoseconds: length),
                channel: .rrInterval, detail: "heart beats are missing"))
        append(intervals, newestAt: newest, label: .afterGap, to: &beats)
        anchored()
    }

    private mutating func anchored() {
        isBroken = false
        sinceAnchor = 0
    }

    /// Appends the beats that end `intervals`, the newest at `newest` or, where that is not possible, squeezed behind
    /// the latest beat.
    mutating func append(
        _ intervals: [UInt16], newestAt newest: Instant?, label: Beat.Label, to beats: inout [Beat]
    ) {
        guard let newest else { return }
        let sum = self.sum(intervals)
        var start = newest.advanced(byNanoseconds: -sum)
        var span = sum
        if let latest, label == .normal || start < latest {
            start = latest
            span = max(Self.span(from: latest, to: newest), Int64(intervals.count) * Rule.leastStep)
        }
        var passed: Int64 = 0
        for (index, raw) in intervals.enumerated() {
            passed += nanoseconds(raw)
            let offset = span == sum ? passed : Int64(Double(passed) / Double(sum) * Double(span))
            let milliseconds = Double(raw) * 1000 / Double(ticksPerSecond)
            let isPlausible = (300...2000).contains(milliseconds)
            beats.append(
                Beat(
                    time: start.advanced(byNanoseconds: offset), rr: milliseconds,
                    label: index == 0 && label == .afterGap ? .afterGap : isPlausible ? .normal : .implausible,
                    isProvisional: true))
        }
        latest = start.advanced(byNanoseconds: span)
        last = latest
        lastRaw = intervals.last ?? lastRaw
    }
}
