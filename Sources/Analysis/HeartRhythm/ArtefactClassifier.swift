import Signals

/// Labels the intervals of one window in two passes: missed and extra beats first, then, with thresholds taken anew
/// from the repaired series, displaced beats and outliers. (In one pass the large errors of the first kind hide and
/// distort those of the second.)
struct ArtefactClassifier: Sendable {
    private var raw = RhythmWindow(capacity: ArtefactThresholds.window)
    private var repaired = RhythmWindow(capacity: 2 * ArtefactThresholds.window)
    /// Labels of the window's intervals; `normal` where nothing is wrong.
    private(set) var labels: [Beat.Label] = Array(repeating: .normal, count: ArtefactThresholds.window)
    private var isDisplaced = [Bool](repeating: false, count: ArtefactThresholds.window)

    /// Labels the intervals of a window: at most the newest 91.
    /// - Parameters:
    ///   - intervals: in ms; 0 where one cannot be any.
    ///   - follows: whether each follows the one before directly.
    ///   - medians: of the 11 intervals around each; any number for the five at each end.
    ///   - steps: see ``RhythmWindow/measure(steps:inner:)``.
    ///   - inner: as well.
    ///   - first: the first interval whose label is asked for.
    mutating func classify(
        _ intervals: ArraySlice<Double>, follows: ArraySlice<Bool>, medians: ArraySlice<Double>, steps: SortedValues,
        inner: SortedValues, from first: Int
    ) {
        for index in 0..<intervals.count { labels[index] = .normal }
        guard intervals.count >= ArtefactThresholds.fewest else { return }
        raw.load(intervals, follows: follows, medians: medians)
        raw.measure(steps: steps, inner: inner)
        guard raw.hasOutlier else { return }
        if repair() {
            repaired.measure()
            labelDisplaced(in: repaired, from: 0)
        } else {
            labelDisplaced(in: raw, from: first - 1)
        }
    }

    /// Repairs missed and extra beats first, as they distort their neighbours; true when something was repaired.
    private mutating func repair() -> Bool {
        func isOdd(_ index: Int) -> Bool { abs(raw.difference[index]) > 1 || abs(raw.deviation[index]) > 3 }
        guard (0..<raw.count).contains(where: { isOdd($0) && (raw.isExtra(at: $0) || raw.isMissed(at: $0)) }) else {
            return false
        }
        repaired.removeAll()
        var index = 0
        while index < raw.count {
            if isOdd(index), raw.isExtra(at: index) {
                labels[index] = .extra
                labels[index + 1] = .extra
                repaired.append(raw.rr[index] + raw.rr[index + 1], follows: raw.follows[index], source: index)
                index += 2
            } else if isOdd(index), raw.isMissed(at: index) {
                labels[index] = .missed
                repaired.append(raw.rr[index] / 2, follows: raw.follows[index], source: index)
                repaired.append(raw.rr[index] / 2, follows: true, source: index)
                index += 1
            } else {
                repaired.append(raw.rr[index], follows: raw.follows[index], source: index)
                index += 1
            }
        }
        return true
    }

    /// Second pass, over the intervals of the window from `first` on.
    private mutating func labelDisplaced(in window: RhythmWindow, from first: Int) {
        for index in 0..<raw.count { isDisplaced[index] = false }
        for index in max(1, first)..<max(1, first, window.count) where window.followsDisplacedBeat(at: index) {
            let label: Beat.Label = window.isPremature(at: index) ? .ectopic : .misaligned
            displace(window.source[index - 1], label)
            displace(window.source[index], label)
        }
        for index in max(0, first)..<max(0, first, window.count) where window.isOutlier(at: index) {
            let touchesDisplaced =
                isDisplaced[window.source[max(0, index - 1)]]
                || isDisplaced[window.source[min(window.count - 1, index + 1)]]
            if !touchesDisplaced { mark(window.source[index], .misaligned) }
        }
    }

    private mutating func displace(_ index: Int, _ label: Beat.Label) {
        mark(index, label)
        isDisplaced[index] = true
    }

    private mutating func mark(_ index: Int, _ label: Beat.Label) {
        if labels[index] == .normal { labels[index] = label }
    }
}
