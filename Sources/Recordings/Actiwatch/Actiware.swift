import Signals

/// Exports of Philips Actiware (.csv), in the language and number format of the computer that made them.
///
/// Above the epochs stand descriptions and the maker's own statistics. The order of day and month is that in which the
/// epochs follow each other evenly.
public enum Actiware: RecordingFormat {
    /// The short name, `actiware`.
    public static let name = "actiware"
    /// The name shown to people.
    public static let title = "Actiware export .csv"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    /// Whether the first line names Actiware.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        let first = head.prefix(200).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(ofLog: first[...]).lowercased().contains("actiware")
    }

    /// The zone of the description, with the date of the first epoch.
    public static func ownZone(of file: RecordingFile) throws -> OwnZone? { try ActiwareTable.ownZone(file) }

    /// Decodes the whole file into `sink`: activity, light, marks, and the maker's score and intervals.
    /// - Throws: `Failure` when no table of epochs with an activity follows; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var table = try ActiwareTable(file, progress: options.progress)
        guard let firstStamp = table.rows.stamps.min() else {
            throw Failure(
                .failed,
                "\(file.name) has the heading of Actiware's epochs and no readable epoch after it: export it again, with the "
                    + "epoch-by-epoch data.")
        }
        let wall =
            table.description.zoneOffset.map { RecorderClock(offset: $0) }
            ?? RecorderClock(zone: options.zone, firstStamp: firstStamp)
        var losses = table.losses
        losses += table.rows.sortAndRemoveDuplicates(wall: wall)
        let epoch = table.rows.commonestStep ?? 60_000_000_000
        let cut = EpochSegments(table.rows, epoch: epoch, wall: wall)
        losses += cut.losses
        let rate = 1e9 / Double(epoch)
        let channels = table.columns.channels.map { channel, places in
            var channel = channel
            (channel.nominalRate, channel.observedRate) = (rate, rate)
            return (channel, places)
        }
        var header = RecordingHeader(
            format: name, device: table.description.device, channels: channels.map(\.0), zone: options.zone.name,
            metadata: table.description.metadata)
        header.metadata["epoch_seconds"] = "\(Double(epoch) / 1e9)"
        if table.columns.marker != nil { header.channels.append(RecordedChannel(.marker, axes: ["value"], unit: .one)) }
        try sink.begin(header)
        let batches = EpochBatches(device: header.device.deviceID, epoch: epoch)
        for (channel, places) in channels where options.wants(channel.channel) {
            try batches.send(channel, columns: places, of: table.rows, segments: cut.segments, into: &sink)
        }
        if let marker = table.columns.marker, options.wants(.marker) {
            try batches.sendMarks(column: marker, of: table.rows, wall: wall, into: &sink)
        }
        options.progress?(1)
        return RecordingSummary(header: header, samples: table.rows.count, segments: cut.segments, losses: losses)
    }
}
