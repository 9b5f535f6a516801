import DeviceProfiles
import Signals

extension ProfiledStreams {
    /// Samples per second of a stream; nil when they come when they come, or nobody told.
    func hertz(_ stream: DeviceTimeline.StreamKey) -> Double? {
        let chosen = stream.channel.flatMap { rates[$0] }
        let hertz: Double? =
            switch decoder.formats[stream.frame].rate {
            case .hertz(let numerator, let denominator): Double(numerator) / Double(max(1, denominator))
            case .setting(let name): settings.number(name).map { Double($0) }
            case nil: nil
            }
        return (chosen ?? hertz).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// When the samples of ``frame`` were taken; nil when there is nothing new in it.
    mutating func times(of count: Int, _ stream: DeviceTimeline.StreamKey, at arrival: Instant) -> SampleTimes? {
        let format = decoder.formats[stream.frame]
        let hertz = hertz(stream)
        isHistory = false
        if let time = frame.deviceTime, let role = format.deviceTime, let hertz, hertz < 0.1, let epoch = role.epoch {
            return logTimes(count, time, role, epoch, hertz, stream, at: arrival)
        }
        if count == 1, hertz == nil, let time = frame.deviceTime, let epoch = format.deviceTime?.epoch,
            let measured = measured(time, format.deviceTime?.isLocal == true, epoch, at: arrival)
        {
            return keptTimes(measured, stream)
        }
        switch profile.time.clock {
        case .host: break
        case .device:
            if frame.sampleTimes.count == count, count > 0 { return eachTimes(stream, at: arrival) }
            if let time = frame.deviceTime {
                return placed(count, time, format.deviceTime?.stamps, stream, hertz, at: arrival)
            }
        case .counter:
            guard let value = frame.counter, let role = format.counter else { break }
            let time = timeline.unwrap(value, stream: stream.frame, arrival: arrival, losses: &losses) {
                CounterUnwrapper(bits: role.bits, ticks: role.ticks, seconds: role.seconds, invalid: role.invalid)
            }
            if let time { return placed(count, time, role.stamps, stream, hertz, at: arrival) }
        }
        return hostTimes(count, hertz, stream, at: arrival)
    }

    private mutating func placed(
        _ count: Int, _ time: Int64, _ stamps: FrameFormat.Stamp?, _ stream: DeviceTimeline.StreamKey, _ hertz: Double?,
        at arrival: Instant
    ) -> SampleTimes? {
        if count == 1, hertz == nil {
            let placed = timeline.place(each: [time], stream: stream, arrival: arrival, losses: &losses)
            return placed.isEmpty ? nil : .stamped(placed.map(\.time))
        }
        return timeline.place(
            count, DeviceTimeline.Stamp(time, isFirst: stamps == .first), stream: stream, hertz: hertz,
            arrival: arrival, losses: &losses)
    }

    /// Stamps of their own: samples that came already are taken out of the frame.
    private mutating func eachTimes(_ stream: DeviceTimeline.StreamKey, at arrival: Instant) -> SampleTimes? {
        let placed = timeline.place(
            each: frame.sampleTimes, stream: stream, arrival: arrival, losses: &losses)
        guard !placed.isEmpty else { return nil }
        keep(placed.map(\.index), of: frame.sampleTimes.count)
        return .stamped(placed.map(\.time))
    }

    private mutating func keep(_ indices: [Int], of count: Int) {
        guard indices.count < count else { return }
        for column in frame.columns.indices where frame.columns[column].count == count {
            let (axes, values) = (frame.columns[column].axes, frame.columns[column].values)
            frame.columns[column].values = indices.flatMap { values[($0 * axes)..<(($0 + 1) * axes)] }
        }
    }

    /// When a device kept a single measurement by its calendar, where its profile says which times are believed; nil for
    /// what it measures now.
    private func measured(_ time: Int64, _ isLocal: Bool, _ epoch: Instant, at arrival: Instant) -> Instant? {
        guard profile.time.clock == .host, let first = profile.time.rejectBefore else { return nil }
        let zone = isLocal ? Int64(zoneSeconds) * 1_000_000_000 : 0
        let stamp = epoch.advanced(byNanoseconds: time).advanced(byNanoseconds: -zone)
        let age = arrival.seconds(since: stamp)
        return stamp >= first && age > Self.live && age < Self.memory ? stamp : nil
    }

    /// A measurement that is no older by the device's calendar is of now: its clock may go wrong by so many seconds.
    private static let live = 120.0
    /// A measurement that is older by the device's calendar, in seconds, comes from a clock that nobody has set.
    private static let memory = 90 * 86_400.0

    private mutating func keptTimes(_ time: Instant, _ stream: DeviceTimeline.StreamKey) -> SampleTimes? {
        // It is sent again where its receipt got lost.
        guard logEnds.updateValue(time.nanoseconds, forKey: stream) != time.nanoseconds else { return nil }
        isHistory = true
        return .stamped([time.nanoseconds])
    }

    /// The streams that a device logs.
    var logged: [DeviceTimeline.StreamKey] {
        decoder.formats.enumerated().filter { $0.element.deviceTime?.epoch != nil }.flatMap { place, format in
            format.outputs.map { DeviceTimeline.StreamKey(place, $0.channel) }
        }.filter { hertz($0).map { $0 < 0.1 } ?? false }
    }

    /// What is kept already of a stream that a device logs is not taken from its log again.
    mutating func takeUp(_ stream: DeviceTimeline.StreamKey, after newest: Instant) {
        logEnds[stream] = max(logEnds[stream] ?? .min, newest.nanoseconds)
    }

    /// What a device kept: its clock is believed, as nothing tells when it came to be.
    private mutating func logTimes(
        _ count: Int, _ time: Int64, _ role: FrameFormat.DeviceTime, _ epoch: Instant, _ hertz: Double,
        _ stream: DeviceTimeline.StreamKey, at arrival: Instant
    ) -> SampleTimes? {
        let zone = role.isLocal ? Int64(zoneSeconds) * 1_000_000_000 : 0
        let stamp = epoch.advanced(byNanoseconds: time).advanced(byNanoseconds: -zone)
        let period = Int64(1e9 / max(hertz, 1e-6))
        let first = role.stamps == .last ? stamp.advanced(byNanoseconds: -period * Int64(count - 1)) : stamp
        // A device may say how far its slots are from each other.
        let own = frame.sampleTimes.count == count ? frame.sampleTimes : nil
        let all = (0..<count).map { index in
            own.map { epoch.advanced(byNanoseconds: $0[index]).advanced(byNanoseconds: -zone).nanoseconds }
                ?? first.advanced(byNanoseconds: Int64(index) * period).nanoseconds
        }
        // Slots that have not been yet, and those that were told before.
        let told = logEnds[stream] ?? .min
        let fresh = all.indices.filter { all[$0] > told && all[$0] <= arrival.nanoseconds }
        guard let end = fresh.last else { return nil }
        logEnds[stream] = all[end]
        isHistory = true
        keep(fresh, of: count)
        return .stamped(fresh.map { all[$0] })
    }

    /// The host's clock: the newest sample at arrival, the others before it by the rate and never before what was placed
    /// already. A burst of single samples is spread, so that no two have the same time.
    private mutating func hostTimes(
        _ count: Int, _ hertz: Double?, _ stream: DeviceTimeline.StreamKey, at arrival: Instant
    ) -> SampleTimes? {
        let now = arrival.nanoseconds
        let end = hostEnds[stream]
        let passed = end.map { Double(now) - Double($0) }
        let usual = hertz.map { 1e9 / max($0, 1e-4) } ?? passed.map { min($0, 2e9) / Double(count) } ?? 2e7
        var period = max(usual, 1000)
        if let passed, passed < period * Double(count) { period = max(passed / Double(count), period / 2, 1000) }
        var last = now
        if let end, Double(last - end) < period * Double(count) * 0.999 {
            last = end + Int64(period * Double(count))
        }
        // A step of the host's clock, or a rate that is far too low: begin anew rather than run ahead.
        if last > now + 2_000_000_000 { last = now }
        hostEnds[stream] = last
        let step = Int64(period)
        return .stamped((0..<count).map { last - step * Int64(count - 1 - $0) })
    }
}
