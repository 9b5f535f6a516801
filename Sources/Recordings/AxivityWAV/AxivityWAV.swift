import Runtime
import Signals

/// Axivity recordings as omconvert and OmGui make sound files (.wav) of them: evenly spaced samples of 16 bits, described in
/// text before them. What the converter had no data for is marked in a channel of its own, and is a gap here.
public enum AxivityWAV: RecordingFormat {
    /// The short name, `axivity_wav`.
    public static let name = "axivity_wav"
    /// The name shown to people.
    public static let title = "Axivity .wav of omconvert"

    private static let frames = 4096
    private static let unavailable: UInt16 = 0x8000

    /// Whether a sound file begins so that describes channels of acceleration.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool { AxivityWAVHeader.recognizes(head) }

    /// Decodes the whole file into `sink`: acceleration, and angular velocity of an AX6.
    /// - Throws: `Failure` where the description is not whole or no sample follows; errors of `sink`;
    ///   `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let wav = try AxivityWAVHeader(file)
        let size = 2 * wav.channels.count
        let total = min(wav.promised, file.size - wav.dataStart) / size
        guard total > 0 else {
            throw Failure(.failed, "\(file.name) ends at byte \(file.size), before its first sample.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: wav.start)
        let rate = Double(wav.rate)
        let acceleration = RecordedChannel(
            .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: rate, observedRate: rate,
            range: wav.places(of: .acceleration).first.map { Double(wav.channels[$0].scale) })
        var streams = [(channel: acceleration, places: wav.places(of: .acceleration))]
        if wav.places(of: .angularVelocity).count == 3 {
            let rotation = RecordedChannel(
                .angularVelocity, axes: ["x", "y", "z"], unit: .degreesPerSecond, nominalRate: rate, observedRate: rate)
            streams.append((rotation, wav.places(of: .angularVelocity)))
        }
        let header = RecordingHeader(
            format: name, device: wav.device, channels: streams.map(\.channel), zone: options.zone.name,
            metadata: wav.values)
        guard let line = Timeline(origin: wall.instant(wav.start), hertz: rate) else {
            throw Failure(.failed, "\(file.name) has no rate that can be used (\(wav.rate) Hz).")
        }
        try sink.begin(header)
        let received = WallClock().now
        var (collector, ledger) = (SegmentCollector(), LossLedger())
        let auxiliary = wav.places(of: .auxiliary).first
        var (first, isNew, missing) = (0, true, 0)
        while first < total {
            try Task.checkCancellation()
            let bytes = try file.bytes(at: wav.dataStart + first * size, count: min(frames, total - first) * size)
            let count = bytes.count / size
            guard count > 0 else { break }
            func word(_ frame: Int, _ channel: Int) -> UInt16 {
                let place = frame * size + 2 * channel
                return UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
            }
            var frame = 0
            while frame < count {
                let isMissing = auxiliary.map { word(frame, $0) & unavailable != 0 } ?? false
                var end = frame + 1
                while end < count, (auxiliary.map { word(end, $0) & unavailable != 0 } ?? false) == isMissing {
                    end += 1
                }
                if isMissing {
                    missing += end - frame
                } else {
                    if missing > 0 {
                        ledger.add(gap(missing, before: first + frame, line))
                        (missing, isNew) = (0, true)
                    }
                    let (start, last) = (line.instant(at: first + frame), line.instant(at: first + end - 1))
                    collector.add(count: end - frame, start: start, end: last, isNew: isNew)
                    isNew = false
                    for (channel, places) in streams where options.wants(channel.channel) {
                        var values: [Float] = []
                        values.reserveCapacity((end - frame) * 3)
                        for index in frame..<end {
                            for place in places {
                                let scale = wav.channels[place].scale / 32768
                                values.append(Float(Int16(bitPattern: word(index, place))) * scale)
                            }
                        }
                        try sink.receive(
                            SampleBatch(
                                device: header.device.deviceID, channel: channel.channel, unit: channel.unit, axes: 3,
                                values: values, times: .uniform(line.dropping(first + frame)), received: received))
                    }
                }
                frame = end
            }
            first += count
            options.progress?(Double(first) / Double(total))
        }
        if missing > 0 { ledger.add(gap(missing, before: first, line)) }
        guard collector.samples > 0 else {
            throw Failure(.failed, "\(file.name) marks all of its samples as not available.")
        }
        // The size is not known where the sound was written to a pipe.
        if wav.promised / size > total, wav.promised != Int(UInt32.max) {
            ledger.add(
                Loss(
                    .truncated, count: Double(wav.promised / size - total), unit: .samples,
                    first: collector.segments.last?.end, channel: .acceleration,
                    detail: "the file promises \(wav.promised / size) samples and has \(total)"))
        }
        return RecordingSummary(
            header: header, samples: collector.samples, segments: collector.segments, losses: ledger.losses)
    }

    private static func gap(_ count: Int, before frame: Int, _ line: Timeline) -> Loss {
        let (start, end) = (line.instant(at: frame - count), line.instant(at: frame))
        return Loss(
            .gap, count: end.seconds(since: start), unit: .seconds, first: start, end: end, channel: .acceleration,
            detail: "the converter had no data for \(count) samples")
    }
}
