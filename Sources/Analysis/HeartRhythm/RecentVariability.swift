public import Signals

/// The variability of the last five minutes of beats, of which at least one minute must be clean.
public struct RecentVariability: Hashable, Sendable {
    /// Seconds of beats that the figures use.
    public static let windowSeconds = 300.0
    /// Seconds of clean beats that they need.
    public static let leastSeconds = 60.0

    /// From when to when: five minutes up to the last beat.
    public let window: Range<Instant>
    /// Seconds of the window that clean intervals cover.
    public let cleanSeconds: Double
    /// The standard deviation of the clean intervals, in ms.
    public let sdnn: Estimate
    /// The root mean square of their successive differences, in ms.
    public let rmssd: Estimate
    /// 60 000 / the mean clean interval, per minute.
    public let heartRate: Estimate

    /// The variability of beats.
    /// - Parameter beats: in order; those before the window are passed over.
    /// - Returns: nil without any.
    public init?(_ beats: [Beat]) {
        guard let end = beats.last?.time else { return nil }
        let start = end.advanced(bySeconds: -Self.windowSeconds)
        window = start..<end.advanced(byNanoseconds: 1)
        let recent = beats.drop { $0.time <= start }
        let isClean = { (beat: Beat) in beat.label == .normal || beat.label == .afterGap }
        let clean = recent.filter(isClean)
        let intervals = clean.map(\.rr)
        cleanSeconds = intervals.reduce(0, +) / 1000
        var copy = intervals
        let median = copy.isEmpty ? 0 : copy.withUnsafeMutableBufferPointer { OrderStatistics.selectedMedian($0) }
        let limit = 0.25 * median
        // A difference is taken only of two clean beats with nothing between them.
        let follows = recent.indices.filter { isClean(recent[$0]) }.map { index in
            guard index > recent.startIndex, isClean(recent[index - 1]), recent[index].label == .normal else {
                return false
            }
            let gap = recent[index].time.seconds(since: recent[index - 1].time) - recent[index].rr / 1000
            return abs(gap) < 1 && abs(recent[index].rr - recent[index - 1].rr) < limit
        }
        let parameters = ["window_s": Self.windowSeconds, "minimum_s": Self.leastSeconds]
        let methods = ["sdnn", "rmssd-contiguous", "mean-heart-rate"].map { Method($0, parameters: parameters) }
        guard cleanSeconds >= Self.leastSeconds, let found = HeartRateVariability(intervals, follows: follows) else {
            let reason = "less than \(Int(Self.leastSeconds)) s of clean beats in the last 5 min"
            (sdnn, rmssd) = (
                Estimate(unknown: reason, method: methods[0]), Estimate(unknown: reason, method: methods[1])
            )
            heartRate = Estimate(unknown: reason, method: methods[2])
            return
        }
        let few = "too few beats follow one another directly"
        sdnn = found.sdnn.map { Estimate($0, method: methods[0]) } ?? Estimate(unknown: few, method: methods[0])
        rmssd = found.rmssd.map { Estimate($0, method: methods[1]) } ?? Estimate(unknown: few, method: methods[1])
        heartRate = Estimate(found.heartRate, method: methods[2])
    }
}
