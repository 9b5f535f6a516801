import Signals

/// Condor Instruments ActTrust and ActLumus text logs: a header of `KEY : value` lines and a table with one row per
/// epoch, fields separated by semicolons.
///
/// The file does not say whether a row is stamped at the start or at the end of its epoch; the stamp is taken as the
/// start, as the maker's own tutorials and other readers do.
public enum Condor: RecordingFormat {
    /// The short name, `condor`.
    public static let name = "condor"
    /// The name shown to people.
    public static let title = "Condor ActTrust and ActLumus .txt"
    /// True: the file holds epochs, not samples.
    public static let keepsEpochs = true

    /// Whether the rule that names the maker stands at the head.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        String(ofLog: head[...]).contains("Condor Instruments Report")
    }

    /// Decodes the whole file into `sink`: counts (`pim`, `tat`, `zcm`) and every further column that is understood.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var log = try CondorLog(file, progress: options.progress)
        guard let firstStamp = log.rows.stamps.min() else {
            throw Failure(
                .failed,
                "\(file.name) has the header of a Condor log and no readable row in its table: export it again.")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: firstStamp)
        var losses = log.losses
        losses += log.rows.sortAndRemoveDuplicates(wall: wall)
        let epoch = log.rows.commonestStep ?? 60_000_000_000
        let cut = EpochSegments(log.rows, epoch: epoch, wall: wall)
        losses += cut.losses

        var header = RecordingHeader(
            format: name, device: log.header.device, channels: [], zone: options.zone.name,
            metadata: log.header.metadata)
        header.metadata["epoch_seconds"] = "\(Double(epoch) / 1e9)"
        let rate = 1e9 / Double(epoch)
        for present in log.columns.channels {
            var channel = present.channel
            channel.nominalRate = rate
            channel.observedRate = rate
            header.channels.append(channel)
        }
        if log.columns.event != nil {
            header.channels.append(RecordedChannel(.marker, axes: ["value"], unit: .one))
        }
        try sink.begin(header)
        let batches = EpochBatches(device: header.device.deviceID, epoch: epoch)
        for present in log.columns.channels where options.wants(present.channel.channel) {
            try batches.send(
                present.channel, columns: present.places, of: log.rows, segments: cut.segments, into: &sink)
        }
        if let event = log.columns.event, options.wants(.marker) {
            try batches.sendMarks(column: event, of: log.rows, wall: wall, into: &sink)
        }
        options.progress?(1)
        return RecordingSummary(header: header, samples: log.rows.count, segments: cut.segments, losses: losses)
    }
}
