import Glibc
import Recordings
import Runtime
import Signals

/// Which columns of a table hold what: as `--columns` says, as it was said of such a table before, or as somebody at the
/// terminal answers.
enum TableColumns {
    static let option = Option(
        "--columns", "MAP",
        "of a table of no recorder's own, once: time=NAME,x=NAME,y=NAME,z=NAME or time=NAME,counts=NAME")

    /// Takes in what was named before, in the data folder.
    static func load(_ arguments: Arguments) throws {
        guard let folder = try? DataFolder(arguments).path else { return }
        try KnownTables.load(KnownTables.path(in: folder))
    }

    /// The map for a file, which is remembered where it names columns.
    /// - Returns: nil where the file needs none, or it is known.
    static func map(of file: RecordingFile, _ arguments: Arguments) throws -> ColumnMap? {
        try load(arguments)
        let heading = TableHeading(head: try file.head(RecordingFormats.headSize))
        var map = try arguments.value("--columns").map { try ColumnMap(parsing: $0) }
        if map == nil, let heading, (try? RecordingFormats.format(of: file)) == nil {
            map = try ask(heading, file.name)
        }
        guard let map, !map.columns.isEmpty, let heading else { return map }
        try PlainTable.check(file, heading: heading, map: map)
        if let folder = try? DataFolder(arguments).path, access(folder, W_OK) == 0 {
            try KnownTables.keep(map, of: heading, in: KnownTables.path(in: folder))
        } else {
            KnownTables.remember(map, of: heading)
        }
        return map
    }

    /// Asks at the terminal; nil where there is none.
    private static func ask(_ heading: TableHeading, _ name: String) throws -> ColumnMap? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        Output.note("\(name) is a table of no known recorder. Its columns are:")
        for (index, column) in heading.names.enumerated().prefix(60) { Output.note("  \(index + 1)  \(column)") }
        Output.note("Which are which? Write \(ColumnMap.syntax), by name or number; an empty line gives up.")
        guard let line = readLine(strippingNewline: true), !line.isEmpty else { return nil }
        return try ColumnMap(parsing: line)
    }
}
