/// The series in which artefacts are looked for: intervals with their differences, running medians and thresholds.
///
/// Storage is reserved once; nothing is allocated per beat.
struct RhythmWindow: Sendable {
    private(set) var rr: [Double]
    /// Whether the interval follows the one before it directly.
    private(set) var follows: [Bool]
    /// Where each interval came from.
    private(set) var source: [Int]
    /// Difference to the interval before over its threshold; 0 where there is none.
    private(set) var difference: [Double]
    /// Running median of 11.
    private(set) var median: [Double]
    /// The running medians of inner intervals that were known before; not a number where they were not.
    private var known: [Double]
    /// Deviation from the running median over its threshold; shorter intervals count double.
    private(set) var deviation: [Double]
    private(set) var count = 0
    /// Threshold of ``deviation`` in ms.
    private(set) var deviationThreshold = ArtefactThresholds.least
    private var scratch: [Double]

    init(capacity: Int) {
        rr = Array(repeating: 0, count: capacity)
        follows = Array(repeating: false, count: capacity)
        source = Array(repeating: 0, count: capacity)
        difference = Array(repeating: 0, count: capacity)
        median = Array(repeating: 0, count: capacity)
        known = Array(repeating: .nan, count: capacity)
        deviation = Array(repeating: 0, count: capacity)
        scratch = Array(repeating: 0, count: capacity)
    }

    mutating func removeAll() { count = 0 }

    mutating func append(_ interval: Double, follows direct: Bool, source index: Int, median: Double = .nan) {
        guard count < rr.count else { return }
        known[count] = median
        rr[count] = interval
        follows[count] = direct
        source[count] = index
        count += 1
    }

    /// Computes medians, thresholds and normalised series.
    mutating func measure() {
        measureMedians()
        normalizeDifferences()
        normalizeDeviations()
    }

    /// Whether any interval stands out at all.
    var hasOutlier: Bool {
        for index in 0..<count where abs(difference[index]) > 1 || abs(deviation[index]) > 3 { return true }
        return false
    }

    /// The running medians: of inner intervals as they are known, at the ends of fewer than 11.
    private mutating func measureMedians() {
        let reach = ArtefactThresholds.medianReach
        guard count > 2 * reach, !known[reach].isNaN else { return measureAllMedians() }
        for index in 0..<count {
            let isInside = index >= reach && index + reach < count
            median[index] =
                isInside
                ? known[index]
                : Self.median(rr, from: max(0, index - reach), to: min(count - 1, index + reach), &scratch)
        }
    }

    /// The running medians: one value enters and one leaves a sorted row of at most 11.
    private mutating func measureAllMedians() {
        let reach = ArtefactThresholds.medianReach
        scratch.withUnsafeMutableBufferPointer { sorted in
            var used = 0
            func insert(_ value: Double) {
                var place = used
                while place > 0, sorted[place - 1] > value {
                    sorted[place] = sorted[place - 1]
                    place -= 1
                }
                sorted[place] = value
                used += 1
            }
            func remove(_ value: Double) {
                var place = 0
                while place + 1 < used, sorted[place] != value { place += 1 }
                used -= 1
                while place < used {
                    sorted[place] = sorted[place + 1]
                    place += 1
                }
            }
            for index in 0..<min(reach, count) { insert(rr[index]) }
            for index in 0..<count {
                if index + reach < count { insert(rr[index + reach]) }
                if index > reach { remove(rr[index - reach - 1]) }
                let half = used / 2
                median[index] = used.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
            }
        }
    }

    /// The median of a few values, `first ... last`.
    static func median(_ values: [Double], from first: Int, to last: Int, _ scratch: inout [Double]) -> Double {
        scratch.withUnsafeMutableBufferPointer { scratch in
            for index in first...last { scratch[index - first] = values[index] }
            let part = UnsafeMutableBufferPointer(rebasing: scratch[0...(last - first)])
            OrderStatistics.sort(part)
            return OrderStatistics.median(part)
        }
    }

    private mutating func normalizeDifferences() {
        var used = 0
        for index in 0..<count {
            guard index > 0, follows[index] else {
                difference[index] = 0
                continue
            }
            difference[index] = rr[index] - rr[index - 1]
            scratch[used] = abs(difference[index])
            used += 1
        }
        let threshold = self.threshold(of: used)
        for index in 0..<count { difference[index] /= threshold }
    }

    private mutating func normalizeDeviations() {
        for index in 0..<count {
            let raw = rr[index] - median[index]
            deviation[index] = raw < 0 ? 2 * raw : raw
            scratch[index] = abs(deviation[index])
        }
        deviationThreshold = threshold(of: count)
        for index in 0..<count { deviation[index] /= deviationThreshold }
    }

    /// Alpha times the quartile deviation of the first `used` values of the scratch buffer.
    private mutating func threshold(of used: Int) -> Double {
        scratch.withUnsafeMutableBufferPointer { scratch in
            let part = UnsafeMutableBufferPointer(rebasing: scratch[0..<used])
            let lower = OrderStatistics.selectedQuantile(part, 0.25)
            let upper = OrderStatistics.selectedQuantile(part, 0.75, from: used / 4)
            let spread = (upper - lower) / 2
            return max(ArtefactThresholds.least, ArtefactThresholds.alpha * spread)
        }
    }
}
