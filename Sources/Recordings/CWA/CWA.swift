import Signals

/// Axivity AX3 and AX6 recordings (Open Movement CWA).
///
/// Layout and conversions follow the Open Movement firmware: a 1024-byte header and sectors of 512 bytes.
public enum CWA: RecordingFormat {
    /// `cwa`.
    public static let name = "cwa"
    /// For a person.
    public static let title = "Axivity .cwa"

    /// Whether a header, or one of the first data sectors, is there.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        if head.starts(with: [0x4D, 0x44, 0xFC, 0x03]) { return true }
        let starts = [1024, 0, 512, 1536, 2048, 2560, 3072]
        if starts.contains(where: { head.dropFirst($0).starts(with: [0x41, 0x58, 0xFC, 0x01]) }) { return true }
        return fileName.hasSuffix(".cwa")
    }

    /// Decodes the whole file into `sink`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        throw Failure(.failed, "\(file.name) cannot be read yet.")
    }
}
