/// Sleep periods from a scorer's states: where sleep is dense, whatever the recorder's scale of counts.
///
/// An epoch is rest when more than 70 % of the known epochs in the hour around it are sleep. Runs of rest less than an hour
/// apart are one period, unless the recorder was taken off in between. A period begins with the first and ends with the last ten
/// minutes in which at most one epoch is mobile, as Actiware ends its sleep intervals. They are looked for from where a sharp
/// change would have begun: the hour around it is 70 % sleep only twelve minutes later.
public struct SleepDensity: Hashable, Sendable {
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The width of the window over which sleep is counted, in seconds.
    public var windowSeconds = 3600
    /// The share of sleep above which an epoch is rest.
    public var threshold = 0.7
    /// Gaps shorter than this do not end a period, in seconds.
    public var gapSeconds = 3600
    /// How long nearly nothing must move at the ends of a period, in seconds.
    public var stillSeconds = 600
    /// Epochs in that time that may be mobile.
    public var mobileEpochs = 1

    /// The rule, by default with the parameters that are validated.
    public init(epochSeconds: Int = 60) { self.epochSeconds = max(1, epochSeconds) }

    /// Runs of dense sleep, in order.
    public func blocks(_ states: [SleepState]) -> [Range<Int>] {
        let width = max(1, windowSeconds / epochSeconds)
        var (asleep, known) = ([0], [0])
        asleep.reserveCapacity(states.count + 1)
        known.reserveCapacity(states.count + 1)
        for (index, state) in states.enumerated() {
            asleep.append(asleep[index] + (state == .asleep ? 1 : 0))
            known.append(known[index] + (state == .unknown ? 0 : 1))
        }
        var blocks: [Range<Int>] = []
        var first: Int?
        for index in 0...states.count {
            var isRest = false
            if index < states.count, states[index] != .notWorn {
                let low = max(0, index - width / 2)
                let high = min(states.count, index - width / 2 + width)
                isRest = Double(asleep[high] - asleep[low]) > threshold * Double(known[high] - known[low])
            }
            if isRest {
                first = first ?? index
            } else if let begun = first {
                blocks.append(begun..<index)
                first = nil
            }
        }
        return blocks
    }

    /// The periods, in order.
    /// - Parameters:
    ///   - states: sleep and wake, epoch by epoch.
    ///   - mobile: whether the recorder moved in each epoch.
    public func periods(_ states: [SleepState], mobile: [Bool]) -> [Range<Int>] {
        guard mobile.count == states.count else { return [] }
        let joined = join(blocks(states), states)
        let reach = Int(((threshold - 0.5) * Double(windowSeconds / epochSeconds)).rounded())
        let width = max(1, stillSeconds / epochSeconds)
        let moves = zip(states, mobile).map { $0 == .unknown || $0 == .notWorn || $1 }
        var sums = [0]
        sums.reserveCapacity(moves.count + 1)
        for (index, isMoving) in moves.enumerated() { sums.append(sums[index] + (isMoving ? 1 : 0)) }
        let isStill = { (start: Int) in sums[start + width] - sums[start] <= mobileEpochs }
        var periods: [Range<Int>] = []
        for (place, block) in joined.enumerated() {
            let low = max(periods.last?.upperBound ?? 0, block.lowerBound - max(0, reach))
            let next = place + 1 < joined.count ? joined[place + 1].lowerBound : states.count
            let high = min(next, block.upperBound + max(0, reach))
            guard low + width <= high else { continue }
            let starts = low...(high - width)
            guard let start = starts.first(where: { !moves[$0] && isStill($0) }),
                let last = starts.last(where: { !moves[$0 + width - 1] && isStill($0) }), last + width > start
            else { continue }
            periods.append(start..<(last + width))
        }
        return periods
    }

    private func join(_ blocks: [Range<Int>], _ states: [SleepState]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for block in blocks {
            if let last = joined.last, (block.lowerBound - last.upperBound) * epochSeconds < gapSeconds,
                !states[last.upperBound..<block.lowerBound].contains(.notWorn)
            {
                joined[joined.count - 1] = last.lowerBound..<block.upperBound
            } else {
                joined.append(block)
            }
        }
        return joined
    }
}
