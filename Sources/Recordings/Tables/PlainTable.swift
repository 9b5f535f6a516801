import Signals

/// Tables of no recorder's own, whose columns somebody has named (``ColumnMap``).
public enum PlainTable: RecordingFormat {
    /// The short name, `table`.
    public static let name = "table"
    /// The name shown to people.
    public static let title = "a table .csv whose columns are named"

    /// Whether it is a table whose columns were named before.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool {
        TableHeading(head: head).map { KnownTables.map(of: $0) != nil } ?? false
    }

    /// Decodes the whole file into `sink`: samples where the map names axes, else epochs.
    /// - Throws: `Failure` without a heading, a map or a readable row; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let heading = TableHeading(head: try file.head(RecordingFormats.headSize)) else {
            throw Failure(
                .failed, "\(file.name) has no heading above rows of numbers, by which columns could be named.")
        }
        guard let map = options.columns ?? KnownTables.map(of: heading) else { throw unnamed(file.name, heading) }
        let table = try MappedTable(file, heading: heading, map: map)
        return try table.decode(
            as: name, device: DeviceIdentity(maker: "Table", model: String(heading.fingerprint.prefix(8)), serial: ""),
            metadata: ["columns": map.text], file, options, into: &sink)
    }

    /// Whether `map` fits the table, before it is remembered.
    /// - Throws: `Failure` where it does not.
    public static func check(_ file: RecordingFile, heading: TableHeading, map: ColumnMap) throws {
        _ = try MappedTable(file, heading: heading, map: map)
    }

    /// The failure of a table whose columns nobody has named yet: what they are, and how to name them.
    static func unnamed(_ name: String, _ heading: TableHeading) -> Failure {
        Failure(
            .failed,
            "\(name) is a table of no known recorder. Its columns are \(MappedTable.list(heading.names)): say which are "
                + "which, as `--columns \(ColumnMap.syntax)` or the parameter `columns` of an import; it is remembered."
        )
    }
}
