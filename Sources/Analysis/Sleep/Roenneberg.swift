/// Sleep periods from counts of any scale (Roenneberg and others, Current Biology 25, 2015).
///
/// A minute is rest when its count is at most 15 % of the mean of the 24 hours around it. A run of at least 30 minutes of
/// rest seeds a period, which ends where the rest in the 12 hours from the seed on correlates best with a block of ones: at the
/// highest peak of that correlation with half an hour of lower ones after it. Twelve hours of nothing but rest are no sleep.
public struct Roenneberg: Hashable, Sendable {
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The share of the trend up to which an epoch is rest.
    public var threshold = 0.15
    /// The length of the trend, in seconds.
    public var trendSeconds = 86_400
    /// The shortest seed, in seconds.
    public var seedSeconds = 1800
    /// The longest period, in seconds.
    public var longestSeconds = 43_200

    /// How long the correlation must stay below a peak, in seconds; the end of the recording comes sooner.
    public var lookAheadSeconds = 1800

    /// The rule, by default with the published parameters.
    public init(epochSeconds: Int = 60) { self.epochSeconds = max(1, epochSeconds) }

    /// The periods in `counts`, in order; NaN where nothing was recorded or the recorder was not worn, which is no rest.
    public func periods(in counts: [Double]) -> [Range<Int>] {
        let isRest = rest(counts)
        var periods: [Range<Int>] = []
        var index = 0
        while index < counts.count {
            var end = index
            while end < counts.count, isRest[end] { end += 1 }
            guard (end - index) * epochSeconds >= seedSeconds else {
                index = max(end, index + 1)
                continue
            }
            guard (end - index) * epochSeconds < longestSeconds else {
                index = end
                continue
            }
            let period = index..<(index + bestLength(isRest[index...].prefix(longestSeconds / epochSeconds)))
            periods.append(period)
            index = period.upperBound
        }
        return periods
    }

    /// Whether each epoch counts as rest: below a share of the trend around it.
    func rest(_ counts: [Double]) -> [Bool] {
        let half = trendSeconds / epochSeconds / 2
        var sums = [0.0]
        var known = [0]
        sums.reserveCapacity(counts.count + 1)
        known.reserveCapacity(counts.count + 1)
        for (index, count) in counts.enumerated() {
            sums.append(sums[index] + (count.isNaN ? 0 : count))
            known.append(known[index] + (count.isNaN ? 0 : 1))
        }
        return counts.indices.map { index in
            let low = max(0, index - half)
            let high = min(counts.count, index + half)
            let trend = (sums[high] - sums[low]) / Double(max(1, known[high] - known[low]))
            return counts[index] <= threshold * trend
        }
    }

    /// The length of the block of ones that correlates best with `window`, which begins with rest (Pearson's r).
    private func bestLength(_ window: ArraySlice<Bool>) -> Int {
        let count = Double(window.count)
        let total = Double(window.count { $0 })
        guard total < count else { return window.count }
        var correlations: [Double] = []
        correlations.reserveCapacity(window.count)
        var inside = 0.0
        for (offset, isRest) in window.dropLast().enumerated() {
            if isRest { inside += 1 }
            let length = Double(offset + 1)
            // The deviation of the window itself is the same for every length and left out.
            correlations.append((inside - length * total / count) / (length * (count - length) / count).squareRoot())
        }
        // A window that the end of the recording cuts has its last peak there.
        let isCut = window.count < longestSeconds / epochSeconds
        let ahead = lookAheadSeconds / epochSeconds
        var best: Int?
        for (place, correlation) in correlations.enumerated() {
            if let best, correlations[best] >= correlation { continue }
            let end = place + 1 + ahead
            guard isCut || end <= correlations.count else { continue }
            guard correlations[(place + 1)..<min(end, correlations.count)].allSatisfy({ $0 < correlation }) else {
                continue
            }
            best = place
        }
        return (best ?? correlations.indices.max { correlations[$0] < correlations[$1] } ?? 0) + 1
    }
}
