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

    mutating func begin() { raw.removeAll() }

    /// - Parameters:
    ///   - interval: in ms; 0 where it cannot be one.
    ///   - follows: whether it follows the one before directly.
    ///   - median: of the 11 intervals around it, where these are known.
    mutating func append(_ interval: Double, follows: Bool, median: Double) {
        raw.append(interval, follows: follows, source: raw.count, median: median)
    }

    mutating func classify() {
        for index in 0..<raw.count { labels[index] = .normal }
        guard raw.count >= ArtefactThresholds.fewest else { return }
        raw.measure()
        guard raw.hasOutlier else { return }
        if repair() {
            repaired.measure()
            labelDisplaced(in: repaired)
        } else {
            labelDisplaced(in: raw)
        }
    }

    /// First pass; true when something was repaired.
    private mutating func repair() -> Bool {
        repaired.removeAll()
        var found = false
        var index = 0
        while index < raw.count {
            let isOdd = abs(raw.difference[index]) > 1 || abs(raw.deviation[index]) > 3
            if isOdd, raw.isExtra(at: index) {
                labels[index] = .extra
                labels[index + 1] = .extra
                repaired.append(raw.rr[index] + raw.rr[index + 1], follows: raw.follows[index], source: index)
                found = true
                index += 2
            } else if isOdd, raw.isMissed(at: index) {
                labels[index] = .missed
                repaired.append(raw.rr[index] / 2, follows: raw.follows[index], source: index)
                repaired.append(raw.rr[index] / 2, follows: true, source: index)
                found = true
                index += 1
            } else {
                repaired.append(raw.rr[index], follows: raw.follows[index], source: index)
                index += 1
            }
        }
        return found
    }

    /// Second pass.
    private mutating func labelDisplaced(in window: RhythmWindow) {
        for index in 0..<raw.count { isDisplaced[index] = false }
        for index in 1..<max(1, window.count) where window.followsDisplacedBeat(at: index) {
            let label: Beat.Label = window.isPremature(at: index) ? .ectopic : .misaligned
            displace(window.source[index - 1], label)
            displace(window.source[index], label)
        }
        for index in 0..<window.count where window.isOutlier(at: index) {
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
