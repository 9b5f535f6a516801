package import Recordings
import Signals

extension ReplayRecording {
    /// Decodes a recorder's file, such as one of an AX3, to be played as if it were worn now. At most `limit` samples
    /// of each channel are kept, a day of 100 Hz by default; the rest is a `Loss`.
    /// - Throws: `Failure` when the file cannot be read.
    package init(recorder file: RecordingFile, options: DecodeOptions = DecodeOptions(), limit: Int = 8_640_000) throws
    {
        var sink = Sink(limit: limit)
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        self.init(identity: summary.header.device, name: "\(file.name) (replayed)")
        // A replay is another device than the recorder that the file may also be imported from.
        identity.serial = "replay-\(identity.serial)"
        batches = sink.batches.map { batch in
            var batch = batch
            batch.device = identity.deviceID
            return batch
        }
        .sorted { ($0.firstInstant ?? $0.received) < ($1.firstInstant ?? $1.received) }
        losses = summary.losses
        for (channel, count) in sink.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            losses.append(
                Loss(
                    .truncated, count: Double(count), unit: .samples, channel: channel,
                    detail: "a replay keeps \(limit) samples of a channel"))
        }
    }

    private struct Sink: RecordingSink {
        var limit: Int
        var batches: [SampleBatch] = []
        var kept: [Channel: Int] = [:]
        var skipped: [Channel: Int] = [:]

        mutating func begin(_ header: RecordingHeader) {}

        mutating func receive(_ batch: SampleBatch) {
            let room = max(0, limit - kept[batch.channel, default: 0])
            let count = min(room, batch.count)
            if count > 0 { batches.append(count < batch.count ? batch.slice(0..<count) : batch) }
            kept[batch.channel, default: 0] += count
            if count < batch.count { skipped[batch.channel, default: 0] += batch.count - count }
        }
    }
}
