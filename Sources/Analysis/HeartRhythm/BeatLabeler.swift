public import Signals

/// Labels beats as they come: at once and provisionally by the 91 intervals up to the newest, and finally when the
/// window centred on the beat is complete, 45 beats later (Lipponen & Tarvainen 2019, with the index of displaced
/// beats put right and in two passes).
///
/// A label speaks of the interval that the beat ends. An extra beat marks both of the intervals that it makes; a
/// displaced beat marks the interval before it and the one after it. Driving a whole series through gives the same
/// labels as a live stream of it. After the first beats nothing is allocated.
public struct BeatLabeler: Sendable {
    /// Beats of which the last 91 or fewer make the window.
    private var beats: [Beat]
    private var follows: [Bool]
    /// The intervals as the labels take them: 0 where they cannot be any.
    private var intervals: [Double] = []
    /// Medians of the 11 intervals around each; not a number before these have come.
    private var medians: [Double] = []
    private var scratch = [Double](repeating: 0, count: 2 * ArtefactThresholds.medianReach + 1)
    /// The sizes of the differences within the window, and those of the deviations of its inner intervals.
    private var steps = SortedValues(capacity: ArtefactThresholds.window)
    private var inner = SortedValues(capacity: ArtefactThresholds.window)
    /// Beats in ``beats`` that have been handed out as settled.
    private var taken = 0
    /// The number of ``beats`` whose label is final.
    private var settled = 0
    private var classifier = ArtefactClassifier()
    private let tolerance: Int64

    /// Beats kept: a minute of the fastest heart, or the window of the labels, whichever is more.
    static let kept = 256
    private static let capacity = 1024

    /// A labeler without history.
    /// - Parameter tolerance: how far the time between two beats may differ from the interval before a hole is seen, in
    ///   ms; 10 for a source with its own beat clock, 20 for one on a grid of 1/64 s.
    public init(tolerance: Double = 10) {
        self.tolerance = Int64(exactly: (tolerance * 1e6).rounded()) ?? 10_000_000
        beats = []
        follows = []
        beats.reserveCapacity(Self.capacity)
        follows.reserveCapacity(Self.capacity)
        intervals.reserveCapacity(Self.capacity)
        medians.reserveCapacity(Self.capacity)
    }

    /// Adds a beat and returns it with its provisional label.
    public mutating func append(time: Instant, rr: Double) -> Beat {
        makeRoom()
        let isMeasurable = ArtefactThresholds.measurable.contains(rr)
        let direct = isMeasurable && isContiguous(time: time, rr: rr)
        beats.append(Beat(time: time, rr: rr, isProvisional: true))
        follows.append(direct)
        intervals.append(isMeasurable ? rr : 0)
        medians.append(.nan)
        settleMedian()
        slide()
        label()
        return beats[beats.count - 1]
    }

    /// The next beat whose label is final, in order; nil when none is ready.
    public mutating func nextSettled() -> Beat? {
        guard taken < settled else { return nil }
        taken += 1
        return beats[taken - 1]
    }

    /// Settles everything by the last window: the series has ended or is broken off for long.
    public mutating func finish() { settle(upTo: beats.count) }

    /// Hands out the beats at hand with their latest labels, the newest last, and whether each follows the one before.
    func withRecent<Found>(_ body: (UnsafeBufferPointer<Beat>, UnsafeBufferPointer<Bool>) -> Found) -> Found {
        beats.withUnsafeBufferPointer { beats in follows.withUnsafeBufferPointer { body(beats, $0) } }
    }

    private func isContiguous(time: Instant, rr: Double) -> Bool {
        guard let last = beats.last, ArtefactThresholds.measurable.contains(last.rr) else { return false }
        let interval = Int64(exactly: (rr * 1e6).rounded()) ?? .max
        let difference = time.nanoseconds(since: last.time).subtractingReportingOverflow(interval)
        return !difference.overflow && difference.partialValue.magnitude <= UInt64(clamping: tolerance)
    }

    private mutating func label() {
        let first = max(0, beats.count - ArtefactThresholds.window)
        let open = max(first, settled)
        classifier.classify(
            intervals[first...], follows: follows[first...], medians: medians[first...], steps: steps, inner: inner,
            from: open - first)
        for index in open..<beats.count { beats[index].label = final(classifier.labels[index - first], at: index) }
        if beats.count - first == ArtefactThresholds.window {
            settle(upTo: beats.count - ArtefactThresholds.settlingBeats)
        }
    }

    /// Moves the window on by the newest interval: what comes into ``steps`` and ``inner``, and what falls out of them.
    private mutating func slide() {
        let (count, reach) = (intervals.count, ArtefactThresholds.medianReach)
        let first = max(0, count - ArtefactThresholds.window)
        if first > 0 {
            if follows[first] { steps.remove(abs(intervals[first] - intervals[first - 1])) }
            inner.remove(deviation(first + reach - 1))
        }
        if count > 1, follows[count - 1] { steps.insert(abs(intervals[count - 1] - intervals[count - 2])) }
        if count > 2 * reach { inner.insert(deviation(count - 1 - reach)) }
    }

    private func deviation(_ index: Int) -> Double {
        abs(RhythmWindow.deviation(intervals[index], from: medians[index]))
    }

    /// With each beat, the median around the fifth before it becomes known.
    private mutating func settleMedian() {
        let reach = ArtefactThresholds.medianReach
        let last = intervals.count - 1
        guard last >= 2 * reach else { return }
        medians[last - reach] = median(from: last - 2 * reach, to: last)
    }

    private mutating func median(from first: Int, to last: Int) -> Double {
        for index in first...last { scratch[index - first] = intervals[index] }
        return scratch.withUnsafeMutableBufferPointer { scratch in
            OrderStatistics.sort(scratch)
            return OrderStatistics.median(scratch)
        }
    }

    /// What the pattern does not explain is judged by plausibility and contiguity.
    private func final(_ label: Beat.Label, at index: Int) -> Beat.Label {
        let rr = beats[index].rr
        guard ArtefactThresholds.measurable.contains(rr) else { return .implausible }
        guard label == .normal || label == .misaligned else { return label }
        guard ArtefactThresholds.plausible.contains(rr) else { return .implausible }
        return label == .normal && index > 0 && !follows[index] ? .afterGap : label
    }

    private mutating func settle(upTo end: Int) {
        while settled < end {
            beats[settled].isProvisional = false
            settled += 1
        }
    }

    /// Keeps the last window and what has not been handed out.
    private mutating func makeRoom() {
        guard beats.count >= Self.capacity else { return }
        let surplus = max(0, min(taken, beats.count - Self.kept))
        beats.removeFirst(surplus)
        follows.removeFirst(surplus)
        intervals.removeFirst(surplus)
        medians.removeFirst(surplus)
        taken -= surplus
        settled -= surplus
    }
}
