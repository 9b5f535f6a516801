import Signals

extension EpochAggregator {
    /// Takes samples of three axes, cut into runs that ascend within one second.
    mutating func addMotion(_ values: UnsafeBufferPointer<Float>, times: SampleTimes, received: Instant) {
        guard values.count >= 3, let start = values.baseAddress else { return }
        let count = values.count / 3
        hasMotion = true
        switch times {
        case .uniform(let line): addUniform(start, count: count, line: line, received: received)
        case .stamped(let stamps): addStamped(start, count: count, stamps: stamps, received: received)
        }
    }

    private mutating func addUniform(
        _ values: UnsafePointer<Float>, count: Int, line: Timeline, received: Instant
    ) {
        let last = line.instant(at: count - 1).nanoseconds
        // Below a nanosecond stamps repeat, and one at a time must be looked at.
        let isAscending = line.period >= 1 << 24
        var index = 0
        var length = 0
        while index < count {
            let first = line.instant(at: index).nanoseconds
            let second = floorSecond(first)
            let end = Self.end(of: Self.end(of: second), line, from: index, count, guess: index + length)
            length = end - index
            let run = Run(
                second: second, first: first, last: line.instant(at: end - 1).nanoseconds, count: end - index,
                channel: .acceleration, received: received, canStep: true)
            if admit(run) {
                let isWhole = isAscending && last >= Self.end(of: second).advanced(byNanoseconds: lateness).nanoseconds
                if !(isWhole && addWhole(run, values + 3 * index)) {
                    raise(to: run.last)
                    if !(isAscending && addRun(run, values + 3 * index, line.dropping(index))) {
                        for sample in index..<end {
                            insert(second, line.instant(at: sample).nanoseconds, values + 3 * sample)
                        }
                    }
                }
            }
            index = end
        }
    }

    private mutating func addStamped(
        _ values: UnsafePointer<Float>, count: Int, stamps: [Int64], received: Instant
    ) {
        var index = 0
        while index < count {
            let second = floorSecond(stamps[index])
            var end = index + 1
            while end < count, stamps[end] >= stamps[end - 1], floorSecond(stamps[end]) == second { end += 1 }
            let run = Run(
                second: second, first: stamps[index], last: stamps[end - 1], count: end - index,
                channel: .acceleration, received: received, canStep: true)
            if admit(run) {
                raise(to: run.last)
                for sample in index..<end { insert(second, stamps[sample], values + 3 * sample) }
            }
            index = end
        }
    }

    /// The way of a second that lies whole in a batch which itself closes it: no copy, no stamps. False, and nothing
    /// done, where samples of the second wait already or one is unusable.
    private mutating func addWhole(_ run: Run, _ values: UnsafePointer<Float>) -> Bool {
        let kept = min(run.count, configuration.maximumRate)
        guard pending.count(of: run.second) == 0, settleDirectly(run.second, values, count: kept) else { return false }
        watermark = max(watermark, run.last)
        if kept < run.count { countOverflow(.acceleration, run.count - kept, at: run.last) }
        return true
    }

    /// The way of samples that follow those of their second: all at once. False, and nothing done, where they do not, where one
    /// is unusable, or there are too many.
    private mutating func addRun(_ run: Run, _ values: UnsafePointer<Float>, _ line: Timeline) -> Bool {
        let limit = configuration.maximumAcceleration - 1
        var unusable = 0
        for sample in 0..<run.count {
            let place = 3 * sample
            let excess = MotionKernel.excess(values[place], values[place + 1], values[place + 2])
            unusable |= excess <= limit ? 0 : 1
        }
        guard unusable == 0 else { return false }
        return pending.append(second: run.second, line, values, count: run.count)
    }

    private mutating func insert(_ second: Int64, _ time: Int64, _ values: UnsafePointer<Float>) {
        guard MotionKernel.excess(values[0], values[1], values[2]) <= configuration.maximumAcceleration - 1 else {
            return countDamage(.acceleration, at: time)
        }
        switch pending.insert(second: second, time: time, x: values[0], y: values[1], z: values[2]) {
        case .kept: break
        case .duplicate: countDuplicate(.acceleration, at: time)
        case .overflow: countOverflow(.acceleration, 1, at: time)
        }
    }

    /// Adds a beat or a heart rate.
    mutating func addHeart(
        at instant: Instant, value: Double?, isBeat: Bool, channel: Channel, isUsable: Bool, received: Instant
    ) {
        let time = instant.nanoseconds
        guard isUsable else { return countDamage(channel, at: time) }
        let run = Run(
            second: floorSecond(time), first: time, last: time, count: 1, channel: channel, received: received,
            canStep: !hasMotion)
        guard admit(run) else { return }
        raise(to: time)
        switch pendingHeart.insert(time: time, value: value, isBeat: isBeat) {
        case .kept: break
        case .duplicate: countDuplicate(channel, at: time)
        case .overflow: countOverflow(channel, 1, at: time)
        }
    }

    /// The first sample after `index` that is not before `instant`, or `count`. A guess saves the division of 128 bits.
    @inline(__always)
    private static func end(of instant: Instant, _ line: Timeline, from index: Int, _ count: Int, guess: Int) -> Int {
        if guess > index + 1, guess < count, line.instant(at: guess) >= instant, line.instant(at: guess - 1) < instant {
            return guess
        }
        return min(count, max(index + 1, line.index(atOrAfter: instant)))
    }

    /// The instant at which `second` ends, clamped to the range of `Instant`.
    private static func end(of second: Int64) -> Instant {
        Instant(nanoseconds: max(second, -9_223_372_036) * 1_000_000_000).advanced(byNanoseconds: 1_000_000_000)
    }

    private mutating func countDamage(_ channel: Channel, at time: Int64) {
        losses.add(.damaged, channel, count: 1, from: time, to: time, detail: "values that cannot be")
    }

    private mutating func countDuplicate(_ channel: Channel, at time: Int64) {
        losses.add(.duplicate, channel, count: 1, from: time, to: time, detail: "instants seen already")
    }

    private mutating func countOverflow(_ channel: Channel, _ count: Int, at time: Int64) {
        losses.add(.overflow, channel, count: count, from: time, to: time, detail: "more than the rate cap in a second")
    }
}
