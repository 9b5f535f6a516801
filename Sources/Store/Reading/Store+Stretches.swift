package import Signals

extension Store {
    /// The stretches of `time` in which there are samples of a channel that came in live or from a device's own memory, in
    /// order: samples that lie no further apart than `apart` seconds are one stretch, from the first to the last.
    package func stretches(
        of device: DeviceID, channel: Channel, in time: Range<Instant>, apart: Double
    ) throws(Failure) -> [Range<Instant>] {
        var spans: [(first: Int64, last: Int64)] = []
        let reach = Int64(min(max(apart, 0), 86_400) * 1_000_000_000)
        try forEachBatch(of: device, channel: channel, from: time.lowerBound, to: time.upperBound) { batch in
            for index in 0..<batch.count {
                let stamp = batch.times.instant(at: index).nanoseconds
                if let last = spans.last, stamp >= last.first, stamp.subtractingClamped(last.last) <= reach {
                    spans[spans.count - 1].last = max(last.last, stamp)
                } else {
                    spans.append((stamp, stamp))
                }
            }
        }
        // History comes late, so batches need not lie in order.
        spans.sort { $0.first < $1.first }
        var stretches: [(first: Int64, last: Int64)] = []
        for span in spans {
            if let last = stretches.last, span.first.subtractingClamped(last.last) <= reach {
                stretches[stretches.count - 1].last = max(last.last, span.last)
            } else {
                stretches.append(span)
            }
        }
        return stretches.map { Instant(nanoseconds: $0.first)..<Instant(nanoseconds: $0.last) }
    }
}
