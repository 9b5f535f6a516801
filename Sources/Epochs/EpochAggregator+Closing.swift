import Signals

extension EpochAggregator {
    /// Closes the seconds before `end`.
    mutating func settle(upTo end: Int64) {
        while pending.total > 0 || !pendingHeart.isEmpty {
            // Open seconds lie within the lateness of the frontier; beyond them there is nothing to look for.
            let next = pending.total > 0 ? frontier : max(frontier, pendingHeart.firstSecond)
            guard next < end else { break }
            settlePending(next)
            frontier = next + 1
        }
        frontier = max(frontier, end)
        complete(upTo: frontier - AngleWindow.reach)
    }

    private mutating func settlePending(_ second: Int64) {
        let hasMotion = pending.count(of: second) > 0
        guard hasMotion || pendingHeart.firstSecond <= second else { return }
        complete(upTo: second - AngleWindow.reach)
        if hasMotion {
            let limit = configuration.maximumAcceleration
            _ = pending.take(second) { values, count in
                seconds.settle(second, values, count: count, limit: limit)
            }
        }
        noteSettled(second)
    }

    /// Closes `second`, of which these are all samples; false, and nothing done, when one of them is unusable.
    mutating func settleDirectly(_ second: Int64, _ values: UnsafePointer<Float>, count: Int) -> Bool {
        settle(upTo: second)
        guard seconds.settle(second, values, count: count, limit: configuration.maximumAcceleration) else {
            return false
        }
        noteSettled(second)
        frontier = second + 1
        complete(upTo: frontier - AngleWindow.reach)
        return true
    }

    private mutating func noteSettled(_ second: Int64) {
        if pendingHeart.firstSecond <= second { seconds.settle(second, heart: pendingHeart.take(second)) }
        lastSettled = second
    }

    /// Adds the seconds before `end` to their epochs: those for whose angles everything needed is closed.
    mutating func complete(upTo end: Int64) {
        guard end > completed else { return }
        let last = min(end, lastSettled + 1)
        if completed < last {
            for second in completed..<last {
                let entry = seconds[second]
                guard entry.second == second else { continue }
                closeLanes(upTo: second)
                let angleSum = entry.samples > 0 ? seconds.angleSum(of: second) : 0
                for index in lanes.indices {
                    lanes[index].add(entry, angleSum: angleSum)
                    nextEnd = min(nextEnd, lanes[index].end)
                }
            }
        }
        completed = end
        closeLanes(upTo: end)
    }

    /// Closes the epochs that end at `second` or before, in the order of their ends.
    mutating func closeLanes(upTo second: Int64) {
        while second >= nextEnd {
            var next = -1
            var end = second
            for index in lanes.indices where lanes[index].end <= end && (next < 0 || lanes[index].end < end) {
                next = index
                end = lanes[index].end
            }
            guard next >= 0 else {
                nextEnd = lanes.reduce(.max) { min($0, $1.end) }
                return
            }
            if let epoch = lanes[next].close(seconds) { ready.append(epoch) }
        }
    }
}
