/// The series in which artefacts are looked for: intervals with their differences, running medians and thresholds.
///
/// Storage is reserved once; nothing is allocated per beat.
struct RhythmWindow: Sendable {
    private(set) var rr: [Double]
    /// Whether the interval follows the one before it directly.
    private(set) var follows: [Bool]
    /// The index of each interval in the series.
    private(set) var source: [Int]
    /// Difference to the interval before over its threshold; 0 where there is none.
    private(set) var difference: [Double]
    /// Running median of 11 intervals, in ms.
    private(set) var median: [Double]
    /// Deviation from the running median over its threshold; shorter intervals count double.
    private(set) var deviation: [Double]
    private(set) var count = 0
    /// The threshold that ``deviation`` is divided by, in ms.
    private(set) var deviationThreshold = ArtefactThresholds.least
    private var scratch: [Double]
    /// The intervals next to an end of the window, for their medians; then the deviations of those.
    private var edge = SortedValues(capacity: 2 * ArtefactThresholds.medianReach)

    init(capacity: Int) {
        rr = Array(repeating: 0, count: capacity)
        follows = Array(repeating: false, count: capacity)
        source = Array(0..<capacity)
        difference = Array(repeating: 0, count: capacity)
        median = Array(repeating: 0, count: capacity)
        deviation = Array(repeating: 0, count: capacity)
        scratch = Array(repeating: 0, count: capacity)
    }

    mutating func removeAll() { count = 0 }

    mutating func append(_ interval: Double, follows direct: Bool, source index: Int) {
        guard count < rr.count else { return }
        rr[count] = interval
        follows[count] = direct
        source[count] = index
        count += 1
    }

    /// Takes the newest intervals, each its own source, with the running medians of the inner ones.
    mutating func load(_ given: ArraySlice<Double>, follows direct: ArraySlice<Bool>, medians: ArraySlice<Double>) {
        count = min(given.count, rr.count)
        rr.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: given.suffix(count)) }
        follows.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: direct.suffix(count)) }
        median.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: medians.suffix(count)) }
    }

    /// Computes medians, thresholds and normalised series.
    mutating func measure() {
        measureMedians()
        normalizeDifferences()
        normalizeDeviations()
    }

    /// The same for a window of more than 10 intervals that was loaded, with what was kept from beat to beat.
    /// - Parameters:
    ///   - steps: the sizes of all differences within the window.
    ///   - inner: the sizes of the deviations of intervals with five others on each side.
    mutating func measure(steps: SortedValues, inner: SortedValues) {
        measureEdges()
        takeDifferences()
        Self.divide(&difference, count, by: Self.threshold(steps.quantile(0.25), steps.quantile(0.75)))
        takeDeviations()
        edge.removeAll()
        for index in 0..<ArtefactThresholds.medianReach {
            edge.insert(abs(deviation[index]))
            edge.insert(abs(deviation[count - 1 - index]))
        }
        deviationThreshold = Self.threshold(inner.quantile(0.25, with: edge), inner.quantile(0.75, with: edge))
        Self.divide(&deviation, count, by: deviationThreshold)
    }

    /// Whether any interval is outside its threshold.
    var hasOutlier: Bool {
        for index in 0..<count where abs(difference[index]) > 1 || abs(deviation[index]) > 3 { return true }
        return false
    }

    /// The running medians at the ends, of fewer than 11.
    private mutating func measureEdges() {
        let reach = ArtefactThresholds.medianReach
        edge.removeAll()
        for index in 0..<reach { edge.insert(rr[index]) }
        for index in 0..<reach {
            edge.insert(rr[index + reach])
            median[index] = edge.median
        }
        edge.removeAll()
        for index in 0..<reach { edge.insert(rr[count - 1 - index]) }
        for index in 0..<reach {
            edge.insert(rr[count - 1 - index - reach])
            median[count - 1 - index] = edge.median
        }
    }

    /// The running medians: one value enters and one leaves a sorted row of at most 11.
    private mutating func measureMedians() {
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

    private mutating func takeDifferences() {
        let count = count
        rr.withUnsafeBufferPointer { rr in
            follows.withUnsafeBufferPointer { follows in
                difference.withUnsafeMutableBufferPointer { difference in
                    guard count > 0 else { return }
                    difference[0] = 0
                    for index in 1..<count { difference[index] = follows[index] ? rr[index] - rr[index - 1] : 0 }
                }
            }
        }
    }

    private mutating func normalizeDifferences() {
        takeDifferences()
        var used = 0
        for index in 0..<count where index > 0 && follows[index] {
            scratch[used] = abs(difference[index])
            used += 1
        }
        Self.divide(&difference, count, by: threshold(of: used))
    }

    private mutating func takeDeviations() {
        let count = count
        rr.withUnsafeBufferPointer { rr in
            median.withUnsafeBufferPointer { median in
                deviation.withUnsafeMutableBufferPointer { deviation in
                    for index in 0..<count { deviation[index] = Self.deviation(rr[index], from: median[index]) }
                }
            }
        }
    }

    /// How far an interval is from the running median; shorter ones count double.
    @inline(__always)
    static func deviation(_ rr: Double, from median: Double) -> Double {
        let raw = rr - median
        return raw < 0 ? 2 * raw : raw
    }

    private mutating func normalizeDeviations() {
        takeDeviations()
        for index in 0..<count { scratch[index] = abs(deviation[index]) }
        deviationThreshold = threshold(of: count)
        Self.divide(&deviation, count, by: deviationThreshold)
    }

    private static func divide(_ values: inout [Double], _ count: Int, by threshold: Double) {
        values.withUnsafeMutableBufferPointer { values in
            for index in 0..<count { values[index] /= threshold }
        }
    }

    /// Alpha times the quartile deviation of the first `used` values of the scratch buffer.
    private mutating func threshold(of used: Int) -> Double {
        scratch.withUnsafeMutableBufferPointer { scratch in
            let part = UnsafeMutableBufferPointer(rebasing: scratch[0..<used])
            let lower = OrderStatistics.selectedQuantile(part, 0.25)
            return Self.threshold(lower, OrderStatistics.selectedQuantile(part, 0.75, from: used / 4))
        }
    }

    private static func threshold(_ lower: Double, _ upper: Double) -> Double {
        max(ArtefactThresholds.least, ArtefactThresholds.alpha * ((upper - lower) / 2))
    }
}
