import Signals

/// Actiwatch .AWD files (Cambridge Neurotechnology, Mini Mitter, Philips): seven lines of header and one line per epoch.
public enum AWD: RecordingFormat {
    /// The short name, `awd`.
    public static let name = "awd"
    /// The name shown to people.
    public static let title = "Actiwatch .AWD"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    /// Whether seven lines of such a header stand at the beginning; no other format has a date, a time and the code of an
    /// epoch there.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool { AWDHeader(head) != nil }

    /// Decodes the whole file into `sink`: counts, marks, and the second sensor of the models that have one.
    /// - Throws: `Failure` when the header cannot be read or no epoch follows; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let header = AWDHeader(try file.head(4096)) else {
            throw Failure(
                .failed,
                "\(file.name) is no Actiwatch file that can be read: its first seven lines are not name, date, time, epoch, age, "
                    + "serial number and sex.")
        }
        var table = try AWDTable(file, header, progress: options.progress)
        guard table.rows.count > 0 else {
            throw Failure(.failed, "\(file.name) has the header of an Actiwatch file and no readable epoch after it.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: header.start)
        let cut = EpochSegments(table.rows, epoch: header.epoch, wall: wall)
        table.losses += cut.losses
        let rate = 1e9 / Double(header.epoch)
        func channel(_ channel: Channel, _ axis: String, _ unit: SignalUnit) -> RecordedChannel {
            RecordedChannel(channel, axes: [axis], unit: unit, nominalRate: rate, observedRate: rate)
        }
        var channels = [(channel(.counts, "activity", .count), 0)]
        if table.hasSecond {
            let second = header.secondSensor
            channels.append((channel(second.channel, "value", second.unit), 1))
        }
        let recording = RecordingHeader(
            format: name, device: header.device,
            channels: channels.map(\.0) + [RecordedChannel(.marker, axes: ["value"], unit: .one)],
            zone: options.zone.name,
            metadata: header.metadata)
        try sink.begin(recording)
        let batches = EpochBatches(device: header.device.deviceID, epoch: header.epoch)
        for (channel, column) in channels where options.wants(channel.channel) {
            try batches.send(channel, columns: [column], of: table.rows, segments: cut.segments, into: &sink)
        }
        if options.wants(.marker) { try batches.sendMarks(column: 2, of: table.rows, wall: wall, into: &sink) }
        options.progress?(1)
        return RecordingSummary(
            header: recording, samples: table.rows.count, segments: cut.segments, losses: table.losses)
    }
}
