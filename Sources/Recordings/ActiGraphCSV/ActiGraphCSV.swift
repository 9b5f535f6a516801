import Signals

/// ActiGraph recordings as ActiLife exports them (.csv): ten lines of description, an optional heading, and raw samples or
/// epochs, with or without a time in each line. Also tables of epochs whose heading has the columns of an .agd.
public enum ActiGraphCSV: RecordingFormat {
    /// The short name, `actigraph_csv`.
    public static let name = "actigraph_csv"
    /// The name shown to people.
    public static let title = "ActiGraph export .csv"

    /// Whether ActiLife's description, or the heading of such a table of epochs, stands at the beginning.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        ActiGraphCSVHeader.recognizes(head) || epochHeading(head) != nil
    }

    /// Decodes the whole file into `sink`: acceleration, or counts, steps, light and inclinometer.
    /// - Throws: `Failure` where the description or the columns are not as they should be; errors of `sink`;
    ///   `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        let head = try file.head(4096)
        guard ActiGraphCSVHeader.recognizes(head) else {
            guard let heading = epochHeading(head) else {
                throw Failure(.failed, "\(file.name) is no export of ActiLife.")
            }
            let table = try ActiGraphCSVTable(file, heading: heading, header: nil)
            return try table.decode(options, into: &sink)
        }
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(ofLog: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
        guard lines.count > ActiGraphCSVHeader.lines,
            let header = ActiGraphCSVHeader(Array(lines.prefix(ActiGraphCSVHeader.lines)))
        else {
            throw Failure(
                .failed,
                "\(file.name) begins as an export of ActiLife, and its first \(ActiGraphCSVHeader.lines) lines do not name start "
                    + "and epoch.")
        }
        let line = Array(lines[ActiGraphCSVHeader.lines].utf8)
        let separator = DelimitedLine.separator(of: line)
        let names = TableHeading.fields(line[...], separator).map { String(decoding: $0, as: UTF8.self) }
        let isHeading =
            names.contains { $0.contains(where: \.isLetter) } && WallText(Array((names.first ?? "").utf8)) == nil
        let heading = TableHeading(
            names: isHeading ? names : unnamed(names.count, header), separator: separator,
            lines: ActiGraphCSVHeader.lines + (isHeading ? 1 : 0))
        let table = try ActiGraphCSVTable(file, heading: heading, header: header)
        return try table.decode(options, into: &sink)
    }

    /// The columns of an export without a heading, by the description's mode: bits for steps (1), heart rate (2), the second
    /// and third axis (4, 8), light (16) and the inclinometer (32).
    private static func unnamed(_ count: Int, _ header: ActiGraphCSVHeader) -> [String] {
        if header.epoch == 0 { return count == 3 ? ["x", "y", "z"] : ["timestamp", "x", "y", "z"] }
        let mode = header.mode ?? 0
        var names = ["axis1"]
        if mode & 12 != 0 { names += ["axis2", "axis3"] }
        if mode & 1 != 0 { names.append("steps") }
        if mode & 2 != 0 { names.append("hr") }
        if mode & 16 != 0 { names.append("lux") }
        if mode & 32 != 0 { names += AGDTable.inclinometer.map { $0.lowercased() } }
        return count <= names.count
            ? Array(names.prefix(count)) : names + Array(repeating: "", count: count - names.count)
    }

    /// The heading of a table of epochs with the columns of an .agd; nil for another.
    private static func epochHeading(_ head: [UInt8]) -> TableHeading? {
        let first = head.prefix(1000).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let names = TableHeading.fields(first, UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
        let lower = names.map { $0.lowercased() }
        guard ["timestamp", "datatimestamp"].contains(lower.first ?? ""), lower.contains("axis1") else { return nil }
        return TableHeading(names: names, separator: UInt8(ascii: ","), lines: 1)
    }
}
