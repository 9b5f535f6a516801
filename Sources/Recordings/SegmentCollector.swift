import Signals

/// Keeps account of the main motion channel while its samples are handed on.
struct SegmentCollector {
    /// Runs without a hole, in file order.
    private(set) var segments: [RecordingSegment] = []
    /// The number of samples so far.
    private(set) var samples = 0

    /// Adds `count` samples, the first at `start` and the last at `end`; they prolong the last segment unless they begin
    /// a new one.
    mutating func add(count: Int, start: Instant, end: Instant, isNew: Bool) {
        guard count > 0 else { return }
        if isNew || segments.isEmpty {
            segments.append(RecordingSegment(first: samples, count: count, start: start, end: end))
        } else {
            segments[segments.count - 1].count += count
            segments[segments.count - 1].end = max(end, segments[segments.count - 1].end)
        }
        samples += count
    }

    /// The rate within segments, holes left out; nil when there is no interval.
    var observedRate: Double? {
        let intervals = segments.reduce(0) { $0 + $1.count - 1 }
        let seconds = segments.reduce(0.0) { $0 + $1.end.seconds(since: $1.start) }
        return seconds > 0 ? Double(intervals) / seconds : nil
    }
}
