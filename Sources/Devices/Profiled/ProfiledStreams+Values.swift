import DeviceProfiles
import Signals

extension ProfiledStreams {
    /// Delivers the contents of ``frame``.
    mutating func hand(on place: Int, isStreamed: Bool, at arrival: Instant, into outlet: some DeviceOutlet) {
        var count = frame.columns.lazy.map(\.count).max() ?? 0
        guard count > 0 else { return }
        let main = frame.columns.first { $0.count == count }?.channel
        let stream = DeviceTimeline.StreamKey(place, main)
        guard let times = times(of: count, stream, at: arrival) else { return tellLosses(at: arrival, outlet) }
        // Samples that came already were taken out of the frame.
        count = frame.columns.first { $0.channel == main }?.count ?? count
        guard count > 0 else { return tellLosses(at: arrival, outlet) }
        let isStreamed = isStreamed && !isHistory
        if isStreamed { resume(at: times.instant(at: 0), into: outlet) }
        tellLosses(at: arrival, outlet)
        let last = times.instant(at: count - 1)
        if isStreamed { newest = max(newest ?? last, last) }
        for column in frame.columns where column.count > 0 {
            hand(column, column.count == count ? times : nil, last, at: arrival, into: outlet)
        }
    }

    private mutating func hand(
        _ column: DecodedFrame.Column, _ times: SampleTimes?, _ last: Instant, at arrival: Instant,
        into outlet: some DeviceOutlet
    ) {
        switch column.channel.rawValue {
        case "battery_level":
            if let percent = column.values.last, percent >= 0, percent <= 100 {
                outlet.deliver(.battery(percent: Int(percent)), at: arrival)
            }
            return
        case Channel.contact.rawValue:
            if let value = column.values.last, !value.isNaN { outlet.deliver(.contact(value > 0), at: arrival) }
            return
        case Channel.rrInterval.rawValue:
            guard wanted?.contains(.rrInterval) ?? true else { return }
            let raw = column.values.compactMap { UInt16(exactly: $0.rounded()) }
            placer.receive(raw, at: arrival, beats: &beats, losses: &losses)
            return handBeats(at: arrival, into: outlet)
        default: break
        }
        guard wanted?.contains(column.channel) ?? true else { return }
        guard let batch = batch(column, times, last, arrival) else { return }
        if held != nil, batch.channel == .acceleration, batch.axes == 3, batch.unit == .standardGravity {
            hold(until: batch.times.instant(at: 0), at: arrival, into: outlet)
            held?.take(batch.values.suffix(3), at: batch.times.instant(at: batch.count - 1).nanoseconds)
        }
        if isHistory { outlet.keep(batch) } else { outlet.deliver(batch) }
    }

    /// Samples that are numbers; nil when there is none.
    private func batch(
        _ column: DecodedFrame.Column, _ times: SampleTimes?, _ last: Instant, _ arrival: Instant
    ) -> SampleBatch? {
        // A few values beside many, such as one temperature: they are as old as the last sample.
        let times = times ?? .stamped([Int64](repeating: last.nanoseconds, count: column.count))
        var batch = SampleBatch(
            device: device, channel: column.channel, unit: column.unit, axes: column.axes, values: column.values,
            times: times, deviceTime: frame.deviceTime, received: arrival,
            sequence: frame.sequence.map { Int64(clamping: $0) })
        guard column.values.contains(where: \.isNaN) else { return batch }
        var stamps: [Int64] = []
        batch.values = []
        for index in 0..<column.count {
            let sample = column.values[(index * column.axes)..<((index + 1) * column.axes)]
            guard !sample.contains(where: \.isNaN) else { continue }
            batch.values += sample
            stamps.append(times.instant(at: index).nanoseconds)
        }
        batch.times = .stamped(stamps)
        return stamps.isEmpty ? nil : batch
    }

    mutating func handBeats(at arrival: Instant, into outlet: some DeviceOutlet) {
        tellLosses(at: arrival, outlet)
        guard !beats.isEmpty else { return }
        outlet.deliver(BeatBatch(device: device, beats: beats, received: arrival))
        beats.removeAll(keepingCapacity: true)
    }

    mutating func tellLosses(at arrival: Instant, _ outlet: some DeviceOutlet) {
        for loss in losses { outlet.deliver(.loss(loss), at: arrival) }
        losses.removeAll(keepingCapacity: true)
    }
}
