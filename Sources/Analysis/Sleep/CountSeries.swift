public import Signals

/// Counts on an even grid without holes: what the rules on counts work on.
public struct CountSeries: Hashable, Sendable {
    /// The start of the first epoch.
    public var start: Instant
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// One count per epoch; NaN where none was recorded.
    public var counts: [Double]
    /// Whether the recorder itself says that it was not worn, per epoch.
    public var notWorn: [Bool]

    /// A pause in a recording longer than this splits it: no window of 25 hours reaches across.
    static let longestPause: Int64 = 26 * 3_600_000_000_000

    /// The end of the last epoch, exclusive.
    public var end: Instant {
        start.advanced(byNanoseconds: Int64(counts.count) &* Int64(epochSeconds) &* 1_000_000_000)
    }

    /// Lays `epochs` on grids of one minute, each between pauses of more than 26 hours; epochs shorter than a minute are
    /// summed over the minutes of the clock, as ActiLife does.
    ///
    /// A minute with fewer than half of its epochs is missing; a minute with more is the sum of those that are there. Of
    /// two epochs with one start the first counts.
    /// - Returns: nil when the epochs are longer than a minute or do not divide it, for which no rule is published.
    public static func minutes(of epochs: CountEpochs) -> [CountSeries]? { series(of: epochs, seconds: 60) }

    /// The same on grids of `unit` seconds, a multiple of the epochs' length.
    static func series(of epochs: CountEpochs, seconds unit: Int) -> [CountSeries]? {
        let seconds = epochs.epochSeconds
        guard seconds > 0, 60 % seconds == 0, unit > 0, unit % seconds == 0 else { return nil }
        let order = epochs.starts.indices.sorted { (epochs.starts[$0], $0) < (epochs.starts[$1], $1) }
        var series: [CountSeries] = []
        var group: [Int] = []
        for index in order {
            if let last = group.last {
                let (pause, overflow) = epochs.starts[index].subtractingReportingOverflow(epochs.starts[last])
                if pause == 0 { continue }
                if overflow || pause > longestPause {
                    if isDense(epochs, group) { series.append(grid(epochs, group, unit)) }
                    group = []
                }
            }
            group.append(index)
        }
        if !group.isEmpty, isDense(epochs, group) { series.append(grid(epochs, group, unit)) }
        return series
    }

    /// Whether the epochs of a group fill enough of their span to hold a night; a few wild stamps a day apart do not, and must
    /// not ask for years of empty minutes.
    private static func isDense(_ epochs: CountEpochs, _ group: [Int]) -> Bool {
        let span = epochs.starts[group[group.count - 1]] &- epochs.starts[group[0]]
        let hours = span / 3_600_000_000_000
        return hours < 240 || Double(group.count * epochs.epochSeconds) / 3600 >= 0.05 * Double(hours)
    }

    private static func grid(_ epochs: CountEpochs, _ indices: [Int], _ unit: Int) -> CountSeries {
        let length = Int64(unit) * 1_000_000_000
        let parts = unit / epochs.epochSeconds
        let first = epochs.starts[indices[0]]
        // Epochs of the recorder's own keep their phase; shorter epochs go to the minutes of the clock.
        let phase = parts == 1 ? modulo(first, length) : 0
        let origin = first &- modulo(first &- phase, length)
        let last = epochs.starts[indices[indices.count - 1]]
        let count = Int((last &- origin) / length) + 1
        var sums = [Double](repeating: 0, count: count)
        var known = [Int](repeating: 0, count: count)
        var off = [Int](repeating: 0, count: count)
        for index in indices {
            // An epoch that is a little off the grid belongs to the place that holds most of it.
            let middle = epochs.starts[index] &+ (parts == 1 ? length / 2 : 0)
            let slot = min(count - 1, Int((middle &- origin) / length))
            guard !epochs.counts[index].isNaN, parts > 1 || known[slot] == 0 else { continue }
            sums[slot] += epochs.counts[index]
            known[slot] += 1
            if epochs.notWorn.contains(epochs.starts[index]) { off[slot] += 1 }
        }
        return CountSeries(
            start: Instant(nanoseconds: origin), epochSeconds: unit,
            counts: zip(sums, known).map { $1 * 2 >= parts ? $0 : .nan },
            notWorn: zip(off, known).map { $0 > 0 && $0 * 2 >= $1 })
    }

    /// The same counts by the minute, from the first epoch on; a minute is off the wrist when most of it is.
    func byMinutes() -> CountSeries {
        let parts = 60 / max(1, epochSeconds)
        guard parts > 1 else { return self }
        var minutes = CountSeries(start: start, epochSeconds: 60, counts: [], notWorn: [])
        for first in stride(from: 0, to: counts.count, by: parts) {
            let own = first..<min(counts.count, first + parts)
            let known = counts[own].filter { !$0.isNaN }
            minutes.counts.append(known.count * 2 >= parts ? known.reduce(0, +) : .nan)
            minutes.notWorn.append(notWorn[own].count { $0 } * 2 >= own.count)
        }
        return minutes
    }

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
