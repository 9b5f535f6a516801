import Glibc
import Signals

/// Axivity AX3 and AX6 recordings (Open Movement CWA): a header of 1024 bytes and sectors of 512 bytes.
///
/// Layout, stamps and conversions follow the recorder's published firmware. Samples are placed in time by straight
/// lines through the stamps of their sectors, never by stepping the nominal rate, from which a real recorder is
/// off by up to 3 %, and never by sector numbers, which begin anew whenever a recorder does.
public enum CWA: RecordingFormat {
    /// The short name, `cwa`.
    public static let name = "cwa"
    /// The name shown to people.
    public static let title = "Axivity .cwa"

    /// Whether a header, or one of the first data sectors, is there.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        if head.starts(with: [0x4D, 0x44, 0xFC, 0x03]) { return true }
        let isSector = { head.dropFirst($0).starts(with: [0x41, 0x58, 0xFC, 0x01]) }
        if stride(from: 0, to: head.count, by: CWASector.size).contains(where: isSector) { return true }
        return fileName.hasSuffix(".cwa")
    }

    /// Decodes the whole file into `sink`. Sectors that are damaged or fail their checksum are left out and counted;
    /// everything else is handed on.
    /// - Throws: `Failure` when there is no sound sector; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let opening = try CWAOpening(file)
        let header = opening.recordingHeader(zone: options.zone.name)
        try sink.begin(header)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var assembler = CWAAssembler(
            options: options, device: header.device.deviceID, isAX6: opening.isAX6,
            received: Instant(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)),
            survey: opening.survey)
        var scanner = CWAScanner(file, from: opening.dataStart, dialect: opening.dialect)
        var reported = 0
        while let sector = try scanner.next() {
            let damage = scanner.takeDamage()
            scanner.withLastSector { assembler.add(sector, bytes: $0, damage: damage) }
            try assembler.handOn(to: &sink)
            if scanner.offset - reported >= 1 << 20 {
                reported = scanner.offset
                try Task.checkCancellation()
                options.progress?(Double(reported) / Double(file.size))
            }
        }
        assembler.finish()
        try assembler.handOn(to: &sink)
        options.progress?(1)
        return assembler.summary(
            header: header, opening: opening, tail: scanner.takeDamage(), gyroscopeSectors: scanner.gyroscopeSectors)
    }
}
