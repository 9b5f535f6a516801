import Signals

/// CamNtech MotionWatch .mtn files: a signed list of changes in XML, some of which set properties and some of which are
/// the channels.
///
/// Only what these files hold is understood of XML: elements, attributes, text and the five named entities.
public enum MotionWatch: RecordingFormat {
    /// The short name, `motionwatch`.
    public static let name = "motionwatch"
    /// The name shown to people.
    public static let title = "MotionWatch .mtn"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let sizeLimit = 256 << 20

    /// Whether the root element of such a file is near the beginning.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        String(decoding: head.prefix(400), as: UTF8.self).contains("<motionfile")
    }

    /// Decodes the whole file into `sink`: counts, light, and further channels under their own names.
    /// - Throws: `Failure` without a start time or a channel of motion; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard file.size <= sizeLimit else {
            throw Failure(
                .failed, "\(file.name) has \(file.size) bytes; a .mtn of more than \(sizeLimit) is not read.")
        }
        let log = try MotionWatchLog(try file.bytes(at: 0, count: file.size), wants: options.wants)
        guard let start = log.start else {
            throw Failure(.failed, "\(file.name) names no start time: without it its epochs have no place in time.")
        }
        guard let motion = log.channels.first(where: { $0.isMotion && $0.count > 0 }) else {
            throw Failure(.failed, "\(file.name) holds no readable channel of motion.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: start)
        var losses = log.losses
        var header = RecordingHeader(
            format: name, device: log.device, channels: [], zone: options.zone.name, metadata: log.metadata)
        header.metadata["epoch_seconds"] = "\(Double(motion.epoch) / 1e9)"
        let channels = [motion] + log.channels.filter { !$0.isMotion && $0.count > 0 }
        for channel in channels where !header.channels.contains(where: { $0.channel == channel.recorded.channel }) {
            header.channels.append(channel.recorded)
        }
        try sink.begin(header)
        var segments: [RecordingSegment] = []
        for (index, channel) in channels.enumerated() {
            let unknown = channel.numbers.unknown
            if unknown > 0 {
                losses.append(
                    Loss(
                        .damaged, count: Double(unknown), unit: .samples, channel: channel.recorded.channel,
                        detail: "\(unknown) values of the channel \(channel.name) are no numbers"))
            }
            let isWanted = options.wants(channel.recorded.channel)
            guard index == 0 || isWanted else { continue }
            let first = start &+ channel.offset
            let segment = EpochSegments.whole(channel.count, from: first, epoch: channel.epoch, wall: wall)
            if index == 0 { segments = [segment] }
            guard isWanted else { continue }
            try EpochBatches(device: header.device.deviceID, epoch: channel.epoch).send(
                channel.recorded, channel.numbers.values, from: first, segment, into: &sink)
        }
        options.progress?(1)
        return RecordingSummary(
            header: header, samples: motion.count, segments: segments, losses: losses)
    }
}
