import Signals

/// A recorder's epochs, read whole from a table: rows, and what their columns are.
struct EpochTable {
    /// The rows in the order of the file.
    var rows: EpochRows
    /// The channels, counts first, with the columns of their values.
    var channels: [(channel: RecordedChannel, places: [Int])]
    /// The column in which pressed buttons stand; nil for none.
    var marker: Int?
    /// The recorder.
    var device: DeviceIdentity
    /// What else the file says.
    var metadata: [String: String] = [:]
    /// What could not be read.
    var losses: [Loss] = []
    /// The length of an epoch in nanoseconds, where the file says it; else the commonest step counts.
    var epoch: Int64?
    /// Seconds east of UTC of the clock, where the file says it.
    var zoneOffset: Int?

    /// Hands everything on.
    /// - Throws: `Failure` without a row; errors of `sink`; `CancellationError`.
    mutating func handOn(
        as format: String, _ file: RecordingFile, _ options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let firstStamp = rows.stamps.min() else {
            let why = losses.first.map { " (\($0.detail))" } ?? ""
            throw Failure(.failed, "\(file.name) holds no readable epoch\(why): export it again.")
        }
        let wall =
            zoneOffset.map { RecorderClock(offset: $0) } ?? RecorderClock(zone: options.zone, firstStamp: firstStamp)
        losses += rows.sortAndRemoveDuplicates(wall: wall)
        let length = epoch ?? rows.commonestStep ?? 60_000_000_000
        let cut = EpochSegments(rows, epoch: length, wall: wall)
        losses += cut.losses
        let rate = 1e9 / Double(length)
        for index in channels.indices {
            (channels[index].channel.nominalRate, channels[index].channel.observedRate) = (rate, rate)
        }
        var header = RecordingHeader(
            format: format, device: device, channels: channels.map(\.channel), zone: options.zone.name,
            metadata: metadata)
        header.metadata["epoch_seconds"] = "\(Double(length) / 1e9)"
        if marker != nil { header.channels.append(RecordedChannel(.marker, axes: ["value"], unit: .one)) }
        try sink.begin(header)
        let batches = EpochBatches(device: device.deviceID, epoch: length)
        for (channel, places) in channels where options.wants(channel.channel) {
            try batches.send(channel, columns: places, of: rows, segments: cut.segments, into: &sink)
        }
        if let marker, options.wants(.marker) {
            try batches.sendMarks(column: marker, of: rows, wall: wall, into: &sink)
        }
        options.progress?(1)
        return RecordingSummary(header: header, samples: rows.count, segments: cut.segments, losses: losses)
    }
}
