package import Signals

/// A device's clock and all streams that are stamped by it, mapped to UTC.
///
/// The rule: one mapping per device (`ClockMapping`), learned from the arrivals of all streams; per stream, the time of a
/// sample is the stamp's advance divided by the samples in it, the nominal rate being used for the first frame only; a
/// stamp that advances by more than 1.5 times what its samples take shows missing samples, which become a `Loss` and are
/// never stretched over; a stamp that does not advance is a second delivery and dropped; a jump of a clock begins a new
/// segment and is a `Loss` with cause `clock_step`.
package struct DeviceTimeline: Sendable {
    private var mapping = ClockMapping()
    private var streams: [StreamKey: StreamTimeline] = [:]
    private var counters: [Int: CounterUnwrapper] = [:]
    /// The time of each stream's last sample.
    private var ends: [StreamKey: Int64] = [:]
    /// The newest stamp of each stream whose samples have one each.
    private var latest: [StreamKey: Int64] = [:]

    /// Which of a device's streams: a frame of its profile may carry several, one at a time.
    package struct StreamKey: Hashable, Sendable {
        /// The index of the frame in the profile.
        package var frame: Int
        /// The channel of the frame's main column.
        package var channel: Channel?

        /// The key of a stream.
        package init(_ frame: Int, _ channel: Channel?) {
            self.frame = frame
            self.channel = channel
        }
    }

    /// Device times from here on are taken for errors.
    private static let limit: Int64 = 1 << 61

    /// A time line before its first frame.
    package init() {}

    /// Nanoseconds from the device's clock to the host's; nil before the first stamp.
    package var offset: Int64? { mapping.offset }

    /// How the samples of a frame are stamped.
    package struct Stamp {
        /// The device's clock, in nanoseconds of its own epoch.
        package var time: Int64
        /// Whether it belongs to the first sample of the frame, not the last.
        package var isFirst: Bool

        /// A time stamp, of the last sample unless `isFirst`.
        package init(_ time: Int64, isFirst: Bool = false) {
            self.time = time
            self.isFirst = isFirst
        }
    }

    /// The link was down: the next frames need not follow.
    package mutating func interrupt() {
        for key in streams.keys { streams[key]?.interrupt() }
    }

    /// The nanoseconds of a counter that rolls over; nil for a value that means none.
    /// - Parameter stream: counters of different streams are apart.
    mutating func unwrap(
        _ value: UInt64, stream: Int, arrival: Instant, losses: inout [Loss], make: () -> CounterUnwrapper
    ) -> Int64? {
        var counter = counters[stream] ?? make()
        let reading = counter.take(value, arrival: arrival.nanoseconds)
        counters[stream] = counter
        switch reading {
        case .invalid: return nil
        case .time(let time): return time
        case .restarted(let time):
            losses.append(
                Loss(.clockStep, count: 1, unit: .blocks, first: arrival, detail: "the device's counter began anew"))
            mapping = ClockMapping()
            restartStreams()
            return time
        }
    }

    /// Places the samples of a frame.
    /// - Parameters:
    ///   - count: samples in the frame, at least 1.
    ///   - stamp: the device's clock.
    ///   - stream: which of the device's streams.
    ///   - hertz: nominal samples per second; nil, or what is no rate, when only the stamps tell.
    ///   - arrival: when the host had the frame.
    ///   - losses: where losses are appended.
    /// - Returns: the times; nil for samples that came already.
    package mutating func place(
        _ count: Int, _ stamp: Stamp, stream: StreamKey, hertz: Double?, arrival: Instant, losses: inout [Loss]
    ) -> SampleTimes? {
        guard count > 0, (-Self.limit + 1..<Self.limit).contains(stamp.time),
            (0..<Self.limit).contains(arrival.nanoseconds)
        else {
            losses.append(
                Loss(
                    .damaged, count: Double(count), unit: .samples, first: arrival, channel: stream.channel,
                    detail: "the device's stamp is no time"))
            return nil
        }
        let rate = hertz.flatMap { $0.isFinite && $0 > 0 ? min(max($0, 0.0001), 1e6) : nil }
        var line = streams[stream] ?? StreamTimeline(period: rate.map { 1e9 / $0 })
        let lastSample = stamp.isFirst ? stamp.time + Int64(Double(count - 1) * line.period) : stamp.time
        let finding = mapping.take(lastSample, arrival: arrival.nanoseconds)
        note(finding, arrival, losses: &losses)
        if case .stepped = finding { line.restart() }
        defer { streams[stream] = line }
        guard let span = line.place(count, stamp: stamp.time, isFirst: stamp.isFirst) else {
            losses.append(
                Loss(
                    .duplicate, count: Double(count), unit: .samples, first: arrival, channel: stream.channel,
                    detail: "samples that came already"))
            return nil
        }
        return times(span, count, stream, losses: &losses)
    }

    private mutating func times(
        _ span: StreamTimeline.Span, _ count: Int, _ stream: StreamKey, losses: inout [Loss]
    ) -> SampleTimes? {
        guard var first = mapping.host(span.first) else { return nil }
        let last = mapping.host(span.first + Int64(Double(count - 1) * span.period)) ?? first
        var period = span.period
        if let before = ends[stream], span.before != nil {
            if span.missing > 0 {
                losses.append(
                    Loss(
                        .gap, count: Double(span.missing), unit: .samples,
                        first: Instant(nanoseconds: before + Int64(period)), end: Instant(nanoseconds: first),
                        channel: stream.channel, detail: "the device's stamps show samples that did not come"))
            } else if Double(first - before) < 1.5 * period {
                // Evenly from the last sample on, so that what the mapping learned meanwhile leaves no seam.
                period = max(Double(last - before) / Double(count), period / 2)
                first = before + Int64(period.rounded())
            }
        }
        let fixed = Int64(clamping: Int128((period * 16_777_216).rounded()))
        let line = Timeline(origin: Instant(nanoseconds: first), fixedPeriod: max(1, fixed))
        ends[stream] = line.instant(at: count - 1).nanoseconds
        return .uniform(line)
    }

    /// Places samples that have a stamp each and come when they come; those that came already are dropped.
    /// - Returns: the places in the frame of what is new, and their instants in nanoseconds.
    mutating func place(
        each stamps: [Int64], stream: StreamKey, arrival: Instant, losses: inout [Loss]
    ) -> [(index: Int, time: Int64)] {
        guard let newest = stamps.max(), newest < Self.limit, stamps.allSatisfy({ $0 > -Self.limit }),
            (0..<Self.limit).contains(arrival.nanoseconds)
        else { return [] }
        note(mapping.take(newest, arrival: arrival.nanoseconds), arrival, losses: &losses)
        var placed: [(index: Int, time: Int64)] = []
        for (index, stamp) in stamps.enumerated() where stamp > latest[stream] ?? .min {
            latest[stream] = stamp
            if let time = mapping.host(stamp) { placed.append((index, time)) }
        }
        if placed.count < stamps.count {
            losses.append(
                Loss(
                    .duplicate, count: Double(stamps.count - placed.count), unit: .samples, first: arrival,
                    channel: stream.channel, detail: "samples that came already"))
        }
        return placed
    }

    private mutating func note(_ finding: ClockMapping.Finding, _ arrival: Instant, losses: inout [Loss]) {
        guard case .stepped(let step) = finding else { return }
        let seconds = Double(step) / 1e9
        losses.append(
            Loss(
                .clockStep, count: abs(seconds), unit: .seconds, first: arrival,
                detail: "the device's clock went \(seconds < 0 ? "back" : "forward")"))
        restartStreams()
    }

    private mutating func restartStreams() {
        latest = [:]
        for key in streams.keys { streams[key]?.restart() }
    }
}
