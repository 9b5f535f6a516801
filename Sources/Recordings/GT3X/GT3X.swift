import Documents
import Runtime
import Signals

/// ActiGraph .gt3x and .agdc recordings: a zip of a log of records and a description.
///
/// Layout after the vendor's published format. Time is the recorder's wall clock, whose distance from UTC the file
/// tells. Idle sleep, in which the recorder keeps nothing because it lies still, is filled with the last sample, as
/// the vendor's software does, and told as filled. The format before firmware 3 has one stream without records.
public enum GT3X: RecordingFormat {
    /// The short name, `gt3x`.
    public static let name = "gt3x"
    /// The name shown to people.
    public static let title = "ActiGraph .gt3x and .agdc"

    private static let members = [
        "log.bin", "info.txt", "activity.bin", "lux.bin", "calibration.json", "epoch.bin", "eeprom.bin", "metadata.bin",
        "temperature_calibration.json", "log.txt",
    ]

    /// Whether a zip begins here whose first member is one of an ActiGraph recording.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        if fileName.hasSuffix(".gt3x") || fileName.hasSuffix(".agdc") { return true }
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count > 30 else { return false }
        let length = Int(head[26]) | Int(head[27]) << 8
        return members.contains(String(decoding: head.dropFirst(30).prefix(length), as: UTF8.self).lowercased())
    }

    /// The zone of the computer that set the recorder up.
    public static func ownZone(of file: RecordingFile) throws -> OwnZone? {
        guard try file.head(2) == [0x50, 0x4B], let archive = try? ZipMembers(file),
            let text = try? archive.bytes(of: "info.txt")
        else { return nil }
        let info = GT3XInfo(text)
        let utc = info.isCentrePoint ? info.zoneOffset ?? 0 : 0
        return OwnZone(
            offset: info.zoneOffset, stamp: info.time("start date").map { $0 + Int64(utc) * 1_000_000_000 })
    }

    /// Decodes the whole file into `sink`. Records that are damaged are left out and counted; everything else is handed
    /// on.
    /// - Throws: `Failure` when there is no readable activity; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard try file.head(2) == [0x50, 0x4B] else {
            throw Failure(.failed, "\(file.name) is no ActiGraph recording: no zip archive begins at its byte 0.")
        }
        let archive = try ZipMembers(file)
        if archive.contains("log.bin") { return try GT3XLog.decode(archive, file, options, into: &sink) }
        if archive.contains("activity.bin") { return try GT3XStream.decode(archive, file, options, into: &sink) }
        throw Failure(
            .failed,
            "\(file.name) is a zip archive without log.bin or activity.bin (it holds "
                + "\(archive.names.prefix(10).joined(separator: ", "))): no ActiGraph recording.")
    }
}
