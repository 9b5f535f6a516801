import Recordings
package import Signals

/// A recording of a real body, at its own times, ready to be sent again as its device would.
package struct ReplayRecording: Sendable {
    /// The device that the recording was made with.
    package var identity: DeviceIdentity
    /// The name shown to people.
    package var name: String
    /// Beats in order.
    package var beats: [Beat] = []
    /// Heart rates as the device computed them, one per second from ``ratesStart`` on; empty when there are none.
    package var rates: [Double] = []
    /// The time of the first of ``rates``; nil without rates.
    package var ratesStart: Instant?
    /// All other batches, in order of time.
    package var batches: [SampleBatch] = []
    /// Losses of the recording itself.
    package var losses: [Loss] = []

    /// An empty recording.
    package init(identity: DeviceIdentity, name: String) {
        self.identity = identity
        self.name = name
    }

    /// A recording of beats alone, as a chest strap sends them.
    package init(_ series: BeatSeries, name: String) {
        self.init(
            identity: DeviceIdentity(maker: "Nightjar", model: "Replayed strap", serial: "replay-\(name)"), name: name)
        beats = series.beats
        losses = series.losses
    }

    /// The first instant of anything in it; nil when it is empty.
    package var start: Instant? {
        let first = beats.first.map { $0.time.advanced(bySeconds: -$0.rr / 1000) }
        return [first, batches.first?.firstInstant, ratesStart].compactMap { $0 }.min()
    }

    /// The time of the last beat or sample; nil for an empty recording.
    package var end: Instant? { [beats.last?.time, batches.last?.lastInstant].compactMap { $0 }.max() }

    /// The channels of the recording.
    var channels: [RecordedChannel] {
        var channels: [RecordedChannel] = []
        for batch in batches where !channels.contains(where: { $0.channel == batch.channel }) {
            var rate: Double?
            if case .uniform(let line) = batch.times { rate = line.hertz }
            let axes = batch.axes == 3 ? ["x", "y", "z"] : (0..<batch.axes).map { "value\($0 + 1)" }
            channels.append(RecordedChannel(batch.channel, axes: axes, unit: batch.unit, nominalRate: rate))
        }
        if !beats.isEmpty {
            channels.append(RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute, nominalRate: 1))
            channels.append(RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds))
        }
        return channels
    }
}

extension SampleBatch {
    var firstInstant: Instant? { count > 0 ? times.instant(at: 0) : nil }
    var lastInstant: Instant? { count > 0 ? times.instant(at: count - 1) : nil }

    /// The index of the first sample at or after `instant`, 0 ... count.
    func index(atOrAfter instant: Instant) -> Int {
        switch times {
        case .uniform(let line): return min(max(line.index(atOrAfter: instant), 0), count)
        case .stamped(let stamps):
            var low = 0
            var high = stamps.count
            while low < high {
                let middle = (low + high) / 2
                if stamps[middle] < instant.nanoseconds { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
