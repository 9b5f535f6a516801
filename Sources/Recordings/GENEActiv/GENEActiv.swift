import Runtime
import Signals

/// GENEActiv .bin recordings (Activinsights): a text of header lines and pages of 300 samples in hexadecimal.
///
/// Each page is stamped by the recorder's clock, whose distance from UTC the header tells. Samples are placed by the
/// pages' stamps; whole-second stamps of pages that last 3.5 or 4.5 seconds are told from holes.
public enum GENEActiv: RecordingFormat {
    /// The short name, `geneactiv`.
    public static let name = "geneactiv"
    /// The name shown to people.
    public static let title = "GENEActiv .bin"

    /// Whether the maker's header begins here; that of the maker's other products too, so that they are refused by
    /// name.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        let text = String(decoding: head.prefix(600), as: UTF8.self)
        return text.hasPrefix("Device Identity") && text.contains("Device Unique Serial Code:")
    }

    /// The zone of the description.
    public static func ownZone(of file: RecordingFile) throws -> OwnZone? {
        var lines = try LineReader(file)
        guard let header = try? GENEActivHeader(&lines, name: file.name) else { return nil }
        return OwnZone(offset: header.zoneOffset, stamp: header.start ?? header.configured)
    }

    /// Decodes the whole file into `sink`. Pages that are damaged are left out and counted; of a page that the file's
    /// end cuts, whole samples are kept.
    /// - Throws: `Failure` for another product, without a page, or without calibration; errors of `sink`;
    ///   `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        var lines = try LineReader(file)
        let header = try GENEActivHeader(&lines, name: file.name)
        var pages = GENEActivPages(lines, header: header)
        guard let first = try pages.next() else {
            throw Failure(
                .failed,
                "\(file.name) holds a header of \(header.lines) lines and no readable page: the recorder was stopped before its "
                    + "first page was full, or the copy broke off.")
        }
        let firstStamp = first.stamp ?? header.configured ?? header.start ?? 0
        let wall =
            header.zoneOffset.map { RecorderClock(offset: $0) }
            ?? RecorderClock(zone: options.zone, firstStamp: firstStamp)
        var recording = header.recordingHeader(zone: options.zone.name)
        try sink.begin(recording)
        var runs = GENEActivRuns(header, options: options, wall: wall, firstStamp: firstStamp, device: recording.device)
        try runs.add(first, pages.motion, pages.rest, into: &sink)
        var reported = 0
        while let page = try pages.next() {
            try runs.add(page, pages.motion, pages.rest, into: &sink)
            if pages.consumed - reported >= 1 << 20 {
                reported = pages.consumed
                options.progress?(Double(reported) / Double(file.size))
            }
        }
        try runs.finish(pages, into: &sink)
        options.progress?(1)
        for index in recording.channels.indices where recording.channels[index].nominalRate != nil {
            recording.channels[index].observedRate = runs.collector.observedRate
        }
        return RecordingSummary(
            header: recording, samples: runs.collector.samples, segments: runs.collector.segments,
            losses: runs.ledger.losses)
    }
}
