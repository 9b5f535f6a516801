import Runtime
import Signals

/// Recordings of the Unilever GENEA (.bin): a description in lines, and pages of 2048 bytes with 341 pieces of six bytes each:
/// a sample, a second of the recorder's clock, or the battery's voltage.
public enum GENEA: RecordingFormat {
    /// The short name, `genea`.
    public static let name = "genea"
    /// The name shown to people.
    public static let title = "GENEA .bin"

    /// Whether the maker's mark stands at the beginning.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        head.starts(with: Array("GENEA/".utf8))
    }

    /// Decodes the whole file into `sink`: acceleration and the battery's voltage.
    /// - Throws: `Failure` without an end of the description, or with fewer than two seconds of samples; errors of `sink`;
    ///   `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let header = try GENEAHeader(file)
        guard let first = try GENEARuns.firstSecond(file, header) else {
            throw Failure(.failed, "\(file.name) holds no second of the recorder's clock behind byte \(header.size).")
        }
        let wall = RecorderClock(zone: options.zone, firstStamp: Int64(first) * 1_000_000_000)
        var recording = RecordingHeader(
            format: name, device: header.device,
            channels: [
                RecordedChannel(
                    .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: header.rate, range: 6),
                RecordedChannel(.battery, axes: ["value"], unit: .volts),
            ], zone: options.zone.name, metadata: header.values)
        try sink.begin(recording)
        var runs = GENEARuns(header, wall: wall, options: options)
        var page = 0
        let pages = (file.size - header.size + GENEARuns.pageSize - 1) / GENEARuns.pageSize
        while page < pages {
            try Task.checkCancellation()
            let bytes = try file.bytes(
                at: header.size + page * GENEARuns.pageSize, count: GENEARuns.pageSize * GENEARuns.pagesAtOnce)
            guard !bytes.isEmpty else { break }
            try runs.add(bytes, page: page, into: &sink)
            page += GENEARuns.pagesAtOnce
            options.progress?(min(1, Double(page) / Double(pages)))
        }
        try runs.finish(into: &sink)
        guard runs.collector.samples > 0 else {
            throw Failure(.failed, "\(file.name) holds fewer than two seconds of samples.")
        }
        recording.channels[0].observedRate = runs.collector.observedRate
        return RecordingSummary(
            header: recording, samples: runs.collector.samples, segments: runs.collector.segments,
            losses: runs.ledger.losses)
    }
}
