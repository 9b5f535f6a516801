import Signals

/// Rows of epochs cut where a stamp does not follow its neighbour by one epoch, with what is missing between.
struct EpochSegments {
    /// Runs of epochs without a gap.
    private(set) var segments: [RecordingSegment] = []
    /// The gaps.
    private(set) var losses: [Loss] = []
    /// Holes that are told one by one; a file that is all holes must not fill the memory with their descriptions.
    private static let toldHoles = 1000

    /// The segments of `rows`, in order of their stamps, whose epochs are `epoch` nanoseconds long.
    init(_ rows: EpochRows, epoch: Int64, wall: RecorderClock) {
        var first = 0
        var untold = 0
        var untoldSeconds = 0.0
        for index in rows.stamps.indices {
            let isLast = index == rows.count - 1
            let step = isLast ? 0 : rows.stamps[index + 1] &- rows.stamps[index]
            guard isLast || step != epoch else { continue }
            segments.append(
                RecordingSegment(
                    first: first, count: index - first + 1, start: wall.instant(rows.stamps[first]),
                    end: wall.instant(rows.stamps[index])))
            first = index + 1
            guard !isLast else { break }
            let start = wall.instant(rows.stamps[index]).advanced(byNanoseconds: epoch)
            let end = wall.instant(rows.stamps[index + 1])
            let seconds = abs(end.seconds(since: start))
            if losses.count < Self.toldHoles {
                losses.append(
                    step > epoch
                        ? Loss(
                            .gap, count: seconds, unit: .seconds, first: start, end: end, channel: .counts,
                            detail: "no rows for \(seconds) s after row \(index)")
                        : Loss(
                            .clockStep, count: seconds, unit: .seconds, first: end, channel: .counts,
                            detail: "row \(index + 1) begins \(seconds) s before the epoch of row \(index) ends"))
            } else {
                untold += 1
                untoldSeconds += seconds
            }
        }
        if untold > 0 {
            losses.append(
                Loss(
                    .gap, count: untoldSeconds, unit: .seconds, channel: .counts, detail: "\(untold) further holes"))
        }
    }

    /// One segment of `count` epochs without a hole, the first stamped `start`; `count` above zero.
    static func whole(_ count: Int, from start: Int64, epoch: Int64, wall: RecorderClock) -> RecordingSegment {
        RecordingSegment(
            first: 0, count: count, start: wall.instant(start),
            end: wall.instant(start &+ Int64(count - 1) &* epoch))
    }
}
