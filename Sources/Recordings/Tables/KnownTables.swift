import Runtime
import Signals
import Synchronization

/// The tables whose columns somebody has named, by the fingerprint of their headings: of the whole process, because a
/// format knows its files by their first bytes alone.
public enum KnownTables {
    private static let maps = Mutex<[String: ColumnMap]>([:])
    /// Headings that are remembered at most.
    private static let limit = 1000

    /// The map of tables with this heading; nil where none was named.
    public static func map(of heading: TableHeading) -> ColumnMap? {
        maps.withLock { $0[heading.fingerprint] }
    }

    /// Remembers the map of tables with this heading, in place of an earlier one.
    public static func remember(_ map: ColumnMap, of heading: TableHeading) {
        maps.withLock { maps in
            if maps.count < limit || maps[heading.fingerprint] != nil { maps[heading.fingerprint] = map }
        }
    }

    /// Takes in what ``text`` gave: a fingerprint and a map in each line. Lines that are none are passed over.
    public static func read(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline).prefix(limit) {
            guard let blank = line.firstIndex(of: " ") else { continue }
            guard let map = try? ColumnMap(parsing: String(line[line.index(after: blank)...])) else { continue }
            maps.withLock { $0[String(line[..<blank])] = map }
        }
    }

    /// Takes in what a file has of them, if it is there.
    /// - Throws: `Failure` when it cannot be read.
    public static func load(_ path: String) throws {
        guard let bytes = try SystemFile.read(path, limit: 4 << 20) else { return }
        read(String(decoding: bytes, as: UTF8.self))
    }

    /// Remembers the map of tables with this heading, in a file too.
    /// - Throws: `Failure` when it cannot be written.
    public static func keep(_ map: ColumnMap, of heading: TableHeading, in path: String) throws {
        guard self.map(of: heading) != map else { return }
        remember(map, of: heading)
        let file = try WholeFile(path)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    /// The file in a gateway's folder.
    public static func path(in folder: String) -> String { "\(folder)/columns.txt" }

    /// All of them as text for a file.
    public static var text: String {
        maps.withLock { maps in maps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)\n" }.joined() }
    }
}
