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

/// The beat patterns of Lipponen & Tarvainen 2019.
extension RhythmWindow {
    /// A beat that the detector did not see: one interval of about two.
    func isMissed(at index: Int) -> Bool {
        let isLong = deviation[index] > 3 || difference[index] > 1 && following(index) < -1
        guard isLong, median[index] > 0 else { return false }
        let ratio = rr[index] / median[index]
        let halfFits = abs(rr[index] / 2 - median[index]) < deviationThreshold && ratio > 1.4
        // The second test serves coarse sources, whose spread may be too small for the first.
        return halfFits || ratio >= 1.6 && ratio <= 2.4
    }

    /// A beat seen where there was none: this interval and the next together are about one.
    func isExtra(at index: Int) -> Bool {
        guard index + 1 < count, follows[index + 1], median[index] > 0 else { return false }
        let isShort = deviation[index] < -3 || difference[index] < -1 && following(index) > 1
        guard isShort, max(rr[index], rr[index + 1]) < 0.9 * median[index] else { return false }
        let sum = rr[index] + rr[index + 1]
        let ratio = sum / median[index]
        return abs(sum - median[index]) < deviationThreshold || ratio >= 0.8 && ratio <= 1.2
    }

    /// Whether the beat that begins interval `index` is displaced: the centre of a negative-positive-negative pattern
    /// (or the reverse) lies on the interval *after* such a beat. Of neighbours that both look so, the larger counts.
    func followsDisplacedBeat(at index: Int) -> Bool {
        guard isPatternCentre(index) else { return false }
        let size = abs(difference[index])
        if isPatternCentre(index - 1), abs(difference[index - 1]) >= size { return false }
        if isPatternCentre(index + 1), abs(difference[index + 1]) > size { return false }
        return true
    }

    /// Whether the displaced beat that begins interval `index` is early by a fifth or more, as an ectopic beat is and a
    /// beat that was only located badly is not (the 20 % rule, Malik 1989).
    func isPremature(at index: Int) -> Bool { rr[index - 1] <= 0.4 * (rr[index - 1] + rr[index]) }

    /// A long or short interval that fits no other pattern.
    func isOutlier(at index: Int) -> Bool {
        let step = difference[index]
        if abs(deviation[index]) > 3 { return true }
        return step > 1 && following(index) < -1 || step < -1 && following(index) > 1
    }

    private func isPatternCentre(_ index: Int) -> Bool {
        guard index > 0, index < count, follows[index] else { return false }
        let step = difference[index]
        let slope = ArtefactThresholds.slope
        let intercept = ArtefactThresholds.intercept
        let before = difference[index - 1]
        let after = index + 1 < count ? difference[index + 1] : 0
        if step > 1 { return max(before, after) < -slope * step - intercept }
        if step < -1 { return min(before, after) > -slope * step + intercept }
        return false
    }

    /// The weaker of the two differences that follow, against the sign of this one.
    private func following(_ index: Int) -> Double {
        let next = index + 1 < count ? difference[index + 1] : 0
        let second = index + 2 < count ? difference[index + 2] : 0
        return difference[index] >= 0 ? min(next, second) : max(next, second)
    }
}
