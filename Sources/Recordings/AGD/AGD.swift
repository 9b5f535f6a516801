import Signals

/// ActiGraph .agd files: an SQLite database with a table of settings and a table of epochs, as ActiLife writes it.
///
/// A row is named by the start of its epoch, in .NET ticks of the recorder's wall clock.
public enum AGD: RecordingFormat {
    /// The short name, `agd`.
    public static let name = "agd"
    /// The name shown to people.
    public static let title = "ActiGraph .agd"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    private static let signature = Array("SQLite format 3\0".utf8)

    /// Whether an SQLite database begins here; no other recorder's format is one.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        head.starts(with: signature) || fileName.hasSuffix(".agd")
    }

    /// Decodes the whole file into `sink`: counts, light and inclinometer where the file has them.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard try file.head(16) == signature else {
            throw Failure(
                .failed, "\(file.name) is no ActiGraph .agd: it does not begin with “SQLite format 3” at byte 0.")
        }
        let database = try AGDDatabase(file)
        let settings = try AGDSettings(database)
        let table = try AGDTable(database, name: file.name, wants: options.wants)
        var losses = table.losses
        if database.missingBytes > 0 {
            losses.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the file ends at byte \(file.size), \(database.missingBytes) bytes early"))
        }
        if let damage = settings.damage {
            losses.append(Loss(.damaged, count: 1, unit: .blocks, detail: "the settings are not whole (\(damage))"))
        }
        var rows = table.rows
        guard let firstStamp = rows.stamps.min() else {
            let why = losses.first.map { ": \($0.detail)" } ?? ""
            throw Failure(.failed, "\(file.name) holds no readable epoch\(why).")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: firstStamp)
        losses += rows.sortAndRemoveDuplicates(wall: wall)
        let epoch = AGDTable.epoch(of: rows, settings: settings, losses: &losses)
        let cut = EpochSegments(rows, epoch: epoch, wall: wall)
        losses += cut.losses

        let channels = table.channels(epoch: epoch)
        var header = RecordingHeader(
            format: name, device: settings.device, channels: channels.map(\.channel), zone: options.zone.name,
            metadata: settings.metadata)
        header.metadata["epoch_seconds"] = "\(Double(epoch) / 1e9)"
        try sink.begin(header)
        let batches = EpochBatches(device: settings.device.deviceID, epoch: epoch)
        for (channel, columns) in channels where options.wants(channel.channel) {
            try batches.send(channel, columns: columns, of: rows, segments: cut.segments, into: &sink)
        }
        options.progress?(1)
        return RecordingSummary(header: header, samples: rows.count, segments: cut.segments, losses: losses)
    }
}
