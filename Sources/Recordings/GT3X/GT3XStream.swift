import Runtime
import Signals

/// Decodes the format before firmware 3: activity.bin is one stream from the start on, lux.bin one reading a second.
enum GT3XStream {
    /// Counts per g of these recorders, which state no other scale.
    private static let scale = 341.0
    private static let chunkSeconds = 64

    /// Decodes the recording in `archive`.
    static func decode(
        _ archive: ZipMembers, _ file: RecordingFile, _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let text = try archive.bytes(of: "info.txt"), let reader = try archive.reader(of: "activity.bin") else {
            throw Failure(
                .failed,
                "\(file.name) has no info.txt, without which the start and the rate of its samples are unknown.")
        }
        let info = GT3XInfo(text)
        guard let rate = info.sampleRate, let start = info.time("start date") else {
            throw Failure(.failed, "info.txt in \(file.name) names no sample rate or no start date.")
        }
        let hasLight = archive.contains("lux.bin")
        var header = header(info, rate: rate, hasLight: hasLight, zone: options.zone.name)
        try sink.begin(header)
        let received = WallClock().now
        var losses: [Loss] = []
        if archive.isSalvaged {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the archive has no directory at its end, so it was cut; its files were searched for"))
        }
        let first = start / 1_000_000_000
        let offset = info.zoneOffset ?? RecorderClock(zone: options.zone, firstStamp: start).offset
        let motion = GT3XMotion.Setup(
            options: options, device: header.device.deviceID, received: received, rate: rate,
            calibration: GT3XCalibration(scale: scale), isTurned: false, zoneOffset: offset)
        let collector = try activity(reader, motion, first: Int(first), losses: &losses, into: &sink)
        guard collector.samples > 0 else {
            throw Failure(.failed, "\(file.name) holds no samples: its activity.bin is empty or cannot be unpacked.")
        }
        if hasLight, options.wants(.light), let light = try archive.reader(of: "lux.bin") {
            try self.light(light, motion, info, first: Int(first), losses: &losses, into: &sink)
        }
        options.progress?(1)
        header.channels[0].observedRate = collector.observedRate
        return RecordingSummary(
            header: header, samples: collector.samples, segments: collector.segments, losses: losses)
    }

    private static func header(_ info: GT3XInfo, rate: Int, hasLight: Bool, zone: String) -> RecordingHeader {
        var channels = [
            RecordedChannel(
                .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: Double(rate), range: 6)
        ]
        if hasLight {
            channels.append(RecordedChannel(.light, axes: ["value"], unit: .lux, nominalRate: 1, observedRate: 1))
        }
        return RecordingHeader(
            format: GT3X.name, device: info.device, channels: channels, zone: zone, metadata: info.metadata)
    }

    /// Hands the stream on in pieces of whole seconds, whose bytes are whole for an even number of samples.
    private static func activity(
        _ reader: any MemberReader, _ setup: GT3XMotion.Setup, first: Int, losses: inout [Loss],
        into sink: inout some RecordingSink
    ) throws -> SegmentCollector {
        var collector = SegmentCollector()
        let isWanted = setup.options.wants(.acceleration)
        let perChunk = chunkSeconds * setup.rate
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: perChunk * 9 / 2, alignment: 16)
        defer { chunk.deallocate() }
        var second = first
        while true {
            try Task.checkCancellation()
            let got = try fill(chunk, from: reader)
            let count = got * 2 / 9
            guard count > 0, let line = Timeline(origin: instant(second, setup), hertz: Double(setup.rate)) else {
                break
            }
            collector.add(count: count, start: line.origin, end: line.instant(at: count - 1), isNew: false)
            if isWanted {
                let values = [Float](unsafeUninitializedCapacity: count * 3) { target, filled in
                    guard let start = target.baseAddress else { return }
                    GT3XSamples.decode(
                        .packedYXZ, UnsafeRawBufferPointer(rebasing: chunk[..<got]), count: count,
                        scale: setup.calibration.matrix[0], into: start)
                    filled = count * 3
                }
                try sink.receive(
                    SampleBatch(
                        device: setup.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                        times: .uniform(line), deviceTime: Int64(second) * 1_000_000_000, received: setup.received))
            }
            second += chunkSeconds
            if got < chunk.count { break }
        }
        if let damage = reader.damage {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks, first: collector.segments.last?.end, channel: .acceleration,
                    detail: "activity.bin cannot be unpacked to its end: \(damage)"))
        }
        return collector
    }

    /// Light: 0xFFFF and values below 20 are darkness; the factor and the largest value are those of the model.
    private static func light(
        _ reader: any MemberReader, _ setup: GT3XMotion.Setup, _ info: GT3XInfo, first: Int, losses: inout [Loss],
        into sink: inout some RecordingSink
    ) throws {
        let isActiSleep = info.serial.hasPrefix("MRA") || info.device.model.lowercased().hasPrefix("actisleep")
        let (factor, largest): (Float, Float) = isActiSleep ? (3.25, 6000) : (1.25, 2500)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 16)
        defer { chunk.deallocate() }
        var second = first
        while true {
            try Task.checkCancellation()
            let count = try fill(chunk, from: reader) / 2
            guard count > 0, let line = Timeline(origin: instant(second, setup), hertz: 1) else { break }
            let values = (0..<count).map { index in
                let raw = UInt16(littleEndian: chunk.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
                return raw == .max || raw < 20 ? 0 : min(largest, Float(raw) * factor)
            }
            try sink.receive(
                SampleBatch(
                    device: setup.device, channel: .light, unit: .lux, values: values, times: .uniform(line),
                    received: setup.received))
            second += count
            if count < chunk.count / 2 { break }
        }
        if let damage = reader.damage {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks, channel: .light,
                    detail: "lux.bin cannot be unpacked to its end: \(damage)"))
        }
    }

    private static func instant(_ second: Int, _ setup: GT3XMotion.Setup) -> Instant {
        Instant(nanoseconds: Int64(second - setup.zoneOffset) * 1_000_000_000)
    }

    /// Reads until `chunk` is full or the member ends.
    private static func fill(_ chunk: UnsafeMutableRawBufferPointer, from reader: any MemberReader) throws -> Int {
        var count = 0
        while count < chunk.count {
            let got = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[count...]))
            if got == 0 { break }
            count += got
        }
        return count
    }
}
