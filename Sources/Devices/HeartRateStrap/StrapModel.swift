/// The sending side of the Heart Rate service: packs intervals into notifications as a strap does, one for each second
/// with the intervals since the last, and a smoothed heart rate.
struct StrapModel {
    private var smoothed: Double?
    private var silence = 0
    private var bytes: [UInt8] = []

    /// Whether 16 bits in 1/1024 s can hold the interval.
    static func canSend(_ milliseconds: Double) -> Bool { milliseconds > 0 && milliseconds * 1.024 < 65_535 }

    /// Calls `send` with the bytes of each notification; more than one when the intervals do not fit.
    /// - Parameters:
    ///   - milliseconds: the intervals of the beats since the last call, oldest first. One that 16 bits cannot hold
    ///     is left out, as a sensor would do.
    ///   - contact: skin contact; nil for a sensor that cannot tell.
    ///   - rate: the heart rate to send instead of the smoothed one; 0 for no reading.
    mutating func notify(_ milliseconds: [Double], contact: Bool?, rate: Int? = nil, send: ([UInt8]) -> Void) {
        var intervals: [UInt16] = []
        for interval in milliseconds {
            guard let raw = UInt16(exactly: (interval * 1.024).rounded()) else { continue }
            intervals.append(raw)
            // About the memory of a chest strap's own average.
            smoothed = smoothed.map { $0 + (interval - $0) * 0.2 } ?? interval
        }
        silence = intervals.isEmpty ? silence + 1 : 0
        if contact == false || silence > 5 { smoothed = nil }
        let shown = rate ?? smoothed.map { Int(60_000 / max($0, 1)) } ?? 0
        var measurement = HeartRateMeasurement(
            rate: UInt16(clamping: shown),
            contact: contact.map { $0 ? .detected : .absent } ?? .unsupported)
        var rest = intervals[...]
        repeat {
            measurement.intervals = Array(rest.prefix(HeartRateMeasurement.intervalsPerNotification))
            rest = rest.dropFirst(measurement.intervals.count)
            measurement.encode(into: &bytes)
            send(bytes)
        } while !rest.isEmpty
    }
}
