import Signals

extension EpochAggregator {
    /// A run of samples of one second, for the rules of the clock.
    struct Run {
        var second: Int64
        var first: Int64
        var last: Int64
        var count: Int
        var channel: Channel
        var received: Instant
        /// Whether this kind of data may follow a clock that was set back.
        var canStep: Bool
    }

    /// Whether the samples of `run` are to be kept; counts them where not. May end the segment and begin another.
    mutating func admit(_ run: Run) -> Bool {
        guard run.first > -Self.farthest, run.last < Self.farthest else {
            losses.add(
                .clockStep, run.channel, count: run.count, from: run.first, to: run.last,
                detail: "stamps that are no times")
            return false
        }
        if let tolerance {
            let (distance, isTooFar) = run.second.subtractingReportingOverflow(floorSecond(run.received.nanoseconds))
            guard !isTooFar, distance.magnitude <= (tolerance / 1_000_000_000).magnitude else {
                losses.add(
                    .clockStep, run.channel, count: run.count, from: run.first, to: run.last,
                    detail: "stamps too far from when the host had them")
                return false
            }
        }
        guard !coverage.contains(run.second) else { return refuseAsStep(run) }
        guard let segment else {
            begin(run)
            return true
        }
        if run.second >= frontier {
            if (run.second - segment.upperBound) > stepThreshold / 1_000_000_000 {
                endSegment()
                guard !coverage.contains(run.second) else { return refuseAsStep(run) }
                begin(run)
            } else {
                self.segment =
                    min(segment.lowerBound, run.second)..<max(segment.upperBound, run.second + 1)
            }
            return true
        }
        let back = watermark - run.first
        if back <= stepThreshold {
            losses.add(
                .late, run.channel, count: run.count, from: run.first, to: run.last,
                detail: "came after their epochs were closed")
            return false
        }
        guard run.canStep, !extent(of: segment).contains(run.second) else { return refuseAsStep(run) }
        losses.add(
            .clockStep, run.channel, count: Int(back / 1_000_000_000), unit: .seconds, from: run.first, to: watermark,
            detail: "the clock went back; a new segment begins")
        endSegment()
        begin(run)
        return true
    }

    private mutating func refuseAsStep(_ run: Run) -> Bool {
        losses.add(
            .clockStep, run.channel, count: run.count, from: run.first, to: run.last,
            detail: "epochs of this time were given out before the clock stepped")
        return false
    }

    private mutating func begin(_ run: Run) {
        segment = run.second..<(run.second + 1)
        watermark = run.first
        frontier = floorSecond(run.first - lateness)
        completed = frontier - AngleWindow.reach
        lastSettled = completed - 1
    }

    /// `seconds` out to the ends of the epochs in which they lie.
    private func extent(of seconds: Range<Int64>) -> Range<Int64> {
        var extent = seconds
        for lane in lanes {
            let first = lane.grid.range(around: seconds.lowerBound).lowerBound
            let last = lane.grid.range(around: seconds.upperBound - 1).upperBound
            extent = min(extent.lowerBound, first)..<max(extent.upperBound, last)
        }
        return extent
    }

    /// Closes every open epoch.
    mutating func endSegment() {
        guard segment != nil else { return }
        settle(upTo: floorSecond(watermark) + 1)
        complete(upTo: lastSettled + 1)
        closeLanes(upTo: .max - 1)
        if let segment { coverage.insert(extent(of: segment)) }
        segment = nil
    }

    /// Notes that a sample, or somebody, has reached `time`.
    mutating func raise(to time: Int64) {
        guard time > watermark else { return }
        watermark = time
        let second = floorSecond(time - lateness)
        if second > frontier { settle(upTo: second) }
    }
}
