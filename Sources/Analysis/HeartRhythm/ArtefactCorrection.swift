public import Signals

/// Correction of a finished series of intervals (Lipponen & Tarvainen 2019, with two changes: missed and extra beats
/// are repaired before displaced ones are looked for, and the beat that is moved is the displaced one, which lies
/// *before* the centre of the pattern). A beat that is put in or moved is placed so that the variability around it
/// stays as it is (`BeatPlacement`).
public enum ArtefactCorrection {
    /// An interval of a corrected series.
    public struct Interval: Hashable, Sendable {
        /// The place of the interval in the series as given.
        public var index: Int
        /// The interval, in ms.
        public var rr: Double
        /// The reason for a change; `normal` or `afterGap` without one.
        public var label: Beat.Label
        /// Whether it follows the interval before it directly.
        public var follows: Bool
    }

    /// The method's name and version.
    public static let method = Method(
        "lipponen-tarvainen-two-pass", version: 2,
        parameters: [
            "window": Double(ArtefactThresholds.window), "alpha": ArtefactThresholds.alpha,
            "c1": ArtefactThresholds.slope, "c2": ArtefactThresholds.intercept,
        ])

    /// The labels of `rr`, in ms, one per interval, as a stream of the same beats would have settled them.
    public static func labels(_ rr: [Double]) -> [Beat.Label] {
        var labeler = BeatLabeler(tolerance: 10)
        var labels: [Beat.Label] = []
        labels.reserveCapacity(rr.count)
        var time = Instant(nanoseconds: 0)
        for interval in rr {
            let step = interval.isFinite ? min(max(interval, 0), 1e9) : 0
            time = time.advanced(byNanoseconds: Int64((step * 1e6).rounded()))
            _ = labeler.append(time: time, rr: interval)
            while let beat = labeler.nextSettled() { labels.append(beat.label) }
        }
        labeler.finish()
        while let beat = labeler.nextSettled() { labels.append(beat.label) }
        return labels
    }

    /// The corrected series: extra beats removed, missed ones put in, displaced ones moved between their neighbours,
    /// other outliers interpolated; intervals that no heart can have are left out.
    public static func correct(_ rr: [Double]) -> [Interval] { correct(rr, labels: labels(rr)) }

    /// The corrected series, by labels that are given, such as a person's.
    public static func correct(_ rr: [Double], labels: [Beat.Label]) -> [Interval] {
        precondition(rr.count == labels.count, "one label per interval")
        var result: [Interval] = []
        result.reserveCapacity(rr.count)
        var index = 0
        var isBroken = true
        var pairs: [Int] = []
        func put(_ value: Double, _ label: Beat.Label) {
            result.append(Interval(index: index, rr: value, label: label, follows: !isBroken && label != .afterGap))
            isBroken = false
        }
        while index < rr.count {
            let label = labels[index]
            let hasPartner = index + 1 < rr.count && labels[index + 1] == label
            switch label {
            case .extra where hasPartner:
                put(rr[index] + rr[index + 1], label)
                index += 2
            case .ectopic where hasPartner, .misaligned where hasPartner:
                let middle = (rr[index] + rr[index + 1]) / 2
                pairs.append(result.count)
                put(middle, label)
                index += 1
                put(middle, label)
                index += 1
            case .missed:
                pairs.append(result.count)
                put(rr[index] / 2, label)
                put(rr[index] / 2, label)
                index += 1
            case .implausible:
                isBroken = true
                index += 1
            case .extra, .ectopic, .misaligned:
                put(interpolated(rr, labels, at: index, before: result.last), label)
                index += 1
            case .normal, .afterGap:
                put(rr[index], label)
                index += 1
            }
        }
        BeatPlacement.place(pairs, in: &result)
        return result
    }

    /// The mean of the corrected interval before and the next unchanged one.
    private static func interpolated(
        _ rr: [Double], _ labels: [Beat.Label], at index: Int, before: Interval?
    ) -> Double {
        let next = labels[(index + 1)...].firstIndex { $0 == .normal || $0 == .afterGap }
        let neighbours = [before?.rr, next.map { rr[$0] }].compactMap(\.self)
        guard !neighbours.isEmpty else { return rr[index] }
        return neighbours.reduce(0, +) / Double(neighbours.count)
    }
}
