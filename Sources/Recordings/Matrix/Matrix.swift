import Runtime
import Signals

/// Parmay Matrix .BIN recordings: 512 bytes of remarks, a header, and packets of some minutes with a checksum each.
///
/// A packet says when it began and ended, in seconds since 1970; its samples are spread evenly between. The rate that
/// was asked for is in no place: the true one is what the packets show.
public enum Matrix: RecordingFormat {
    /// The short name, `matrix`.
    public static let name = "matrix"
    /// The name shown to people.
    public static let title = "Parmay Matrix .BIN"

    /// Whether the maker's mark stands after 512 bytes of remarks.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        head.count >= MatrixHeader.size && head[MatrixHeader.mark...].starts(with: MatrixHeader.signature)
    }

    /// Decodes the whole file into `sink`. Packets whose checksum does not fit are left out and counted.
    /// - Throws: `Failure` without a sound packet; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let header = try MatrixHeader(file)
        var packets = MatrixPackets(file)
        guard let first = try packets.next() else {
            throw Failure(
                .failed,
                "\(file.name) holds no sound packet between byte \(MatrixHeader.size) and its end at byte \(file.size): copy it "
                    + "from the recorder again.")
        }
        var recording = header.recordingHeader(first, zone: options.zone.name)
        try sink.begin(recording)
        var runs = MatrixRuns(file, header: header, options: options, device: recording.device.deviceID)
        for loss in packets.takeLosses() { runs.ledger.add(loss) }
        try runs.add(first, into: &sink)
        while let packet = try packets.next() {
            for loss in packets.takeLosses() { runs.ledger.add(loss) }
            try runs.add(packet, into: &sink)
            options.progress?(min(1, Double(packet.start) / Double(file.size)))
        }
        for loss in packets.takeLosses() { runs.ledger.add(loss) }
        try runs.finish(into: &sink)
        if let promised = header.packets, promised > packets.count + packets.damaged {
            runs.ledger.add(
                Loss(
                    .truncated, count: Double(promised - packets.count - packets.damaged), unit: .blocks,
                    first: runs.collector.segments.last?.end,
                    detail:
                        "the header promises \(promised) packets and the file has \(packets.count + packets.damaged)"))
        }
        options.progress?(1)
        recording.channels[0].observedRate = runs.collector.observedRate
        return RecordingSummary(
            header: recording, samples: runs.collector.samples, segments: runs.collector.segments,
            losses: runs.ledger.losses)
    }
}
