import Signals

/// Axivity recordings as OmGui, omconvert and cwa-convert export them: a line per sample with its time and acceleration in
/// g, with or without a heading.
public enum AxivityCSV: RecordingFormat {
    /// The short name, `axivity_csv`.
    public static let name = "axivity_csv"
    /// The name shown to people.
    public static let title = "Axivity export .csv"

    private static let headed = "time,accel-x"
    private static let device = DeviceIdentity(maker: "Axivity", model: "AX3 or AX6", serial: "")

    /// Whether omconvert's heading stands in the first line, or a first line without one is a date, a time with a
    /// fraction, and three, six or seven numbers.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool { heading(head) != nil }

    /// Decodes the whole file into `sink`: acceleration, and angular velocity of an AX6.
    /// - Throws: `Failure` without a readable row; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let heading = heading(try file.head(4096)) else {
            throw Failure(.failed, "\(file.name) is no export of an Axivity recorder.")
        }
        let map = ColumnMap([.time: ["1"], .x: ["2"], .y: ["3"], .z: ["4"]], order: "ymd")
        let table = try MappedTable(file, heading: heading, map: map)
        let digits = file.name.split { !("0"..."9").contains($0) }.first { (4...8).contains($0.count) }
        var device = device
        device.serial = digits.map { String($0) } ?? ""
        return try table.decode(as: name, device: device, metadata: [:], file, options, into: &sink)
    }

    private static func heading(_ head: [UInt8]) -> TableHeading? {
        var lines = head.split(separator: UInt8(ascii: "\n")).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        guard !head.contains(0), lines.count > 1, var first = lines.first else { return nil }
        if first.starts(with: [0xEF, 0xBB, 0xBF]) { first = first.dropFirst(3) }
        let separator = UInt8(ascii: ",")
        let names = TableHeading.fields(first, separator).map { String(decoding: $0, as: UTF8.self) }
        if names.prefix(2).joined(separator: ",").lowercased().hasPrefix(headed), names.count >= 4 {
            return TableHeading(names: names, separator: separator, lines: 1)
        }
        // The last line that was read may be cut.
        lines.removeLast()
        let isHeadless = lines.prefix(3).allSatisfy { line in
            let fields = TableHeading.fields(line, separator)
            guard (4...11).contains(fields.count), fields[0].count >= 21, fields[0][19] == UInt8(ascii: "."),
                WallText(fields[0])?.stamp(.yearFirst) != nil
            else { return false }
            return fields[1...3].allSatisfy { field in
                field.withUnsafeBufferPointer {
                    DelimitedLine.plain($0, hasComma: false).map { abs($0) <= 40 } ?? false
                }
            }
        }
        guard isHeadless else { return nil }
        return TableHeading(
            names: (0..<names.count).map { "column \($0 + 1)" }, separator: separator, lines: 0)
    }
}
