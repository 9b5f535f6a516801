import Glibc
import Recordings
import Runtime
import Signals

/// A table of numbers as text: one row per line, fields by comma, semicolon, tab or blanks, with or without a header
/// row. Packed files are unpacked; `-` is standard input.
struct NumberTable {
    /// Column names in lower case; nil where the table has no header row.
    private(set) var header: [String]?
    /// Number of rows.
    private(set) var count = 0
    /// The index of the last column.
    var lastColumn: Int { max(0, width - 1) }
    /// Fields of a row: those of the first one; what later rows have beyond is left out.
    private var width = 0
    /// Row by row; NaN for an empty or missing field.
    private var values: [Double] = []
    /// The name of the input in messages.
    let name: String

    /// Reads a whole table.
    /// - Parameter blankIsMissing: whether an empty line before the last row of a table of one column is a missing value;
    ///   else it is passed over.
    /// - Throws: `Failure` when the file cannot be read, or a field is no number, with its line.
    init(path: String, blankIsMissing: Bool = false) throws {
        name = Self.name(of: path)
        let bytes = try Self.bytes(path)
        var line = 0
        var blanks = 0
        var fields: [ArraySlice<UInt8>] = []
        for row in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            Self.split(line == 1 ? Self.withoutMark(row) : row, into: &fields)
            guard fields.first?.first != UInt8(ascii: "#") else { continue }
            guard let first = fields.first, fields.count > 1 || !first.isEmpty else {
                blanks += 1
                continue
            }
            if blankIsMissing, blanks > 0, fields.count == 1, (header?.count ?? 1) == 1 {
                width = 1
                values += repeatElement(.nan, count: blanks)
                count += blanks
            }
            blanks = 0
            try add(fields, line: line)
        }
    }

    /// The name of the file at `path` in messages.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// The place of the column `name` by the header row, or `position` in a table without one; nil when the table has
    /// no such column.
    func column(_ name: String, at position: Int) -> Int? {
        if let header { return header.firstIndex(of: name) }
        return position < width ? position : nil
    }

    /// The value in a column of a row; nil when it is empty or missing.
    func value(_ row: Int, _ column: Int?) -> Double? {
        guard let column, column < width else { return nil }
        let value = values[row * width + column]
        return value.isNaN ? nil : value
    }

    private mutating func add(_ fields: [ArraySlice<UInt8>], line: Int) throws {
        let before = values.count
        if count == 0 { width = max(fields.count, header?.count ?? 0) }
        for column in 0..<width {
            guard column < fields.count else {
                values.append(.nan)
                continue
            }
            guard let number = Self.number(fields[column]) else {
                values.removeLast(values.count - before)
                return try addHeader(fields, line: line, bad: fields[column])
            }
            values.append(number)
        }
        count += 1
    }

    private mutating func addHeader(_ fields: [ArraySlice<UInt8>], line: Int, bad: ArraySlice<UInt8>) throws {
        guard header == nil, count == 0 else {
            throw Failure(.failed, "\(name), line \(line): “\(String(decoding: bad, as: UTF8.self))” is not a number.")
        }
        header = fields.map { String(decoding: $0, as: UTF8.self).lowercased() }
    }

    /// The number in a field; NaN for an empty one or a word for none; nil for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Double? {
        let text = String(decoding: field, as: UTF8.self)
        if let number = Double(text) { return number.isInfinite ? nil : number }
        return ["", "na", "null", "none"].contains(text.lowercased()) ? .nan : nil
    }

    /// Splits a row at commas, else semicolons, else tabs, else blanks; fields lose blanks and quotes around them.
    private static func split(_ row: ArraySlice<UInt8>, into fields: inout [ArraySlice<UInt8>]) {
        fields.removeAll(keepingCapacity: true)
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        guard let separator = separators.first(where: row.contains) else {
            for field in row.split(separator: UInt8(ascii: " ")) where !trimmed(field).isEmpty {
                fields.append(trimmed(field))
            }
            return
        }
        var start = row.startIndex
        for index in row.indices where row[index] == separator {
            fields.append(trimmed(row[start..<index]))
            start = index + 1
        }
        fields.append(trimmed(row[start...]))
    }

    private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isMargin(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "\"") }
        var field = field
        while let first = field.first, isMargin(first) { field.removeFirst() }
        while let last = field.last, isMargin(last) { field.removeLast() }
        return field
    }

    /// The row without a byte order mark.
    private static func withoutMark(_ row: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        row.starts(with: [0xEF, 0xBB, 0xBF]) ? row.dropFirst(3) : row
    }

    /// The bytes of a file, unpacked, or of standard input for `-`.
    static func bytes(_ path: String) throws -> [UInt8] { try path == "-" ? standardInput() : file(path) }

    private static func file(_ path: String) throws -> [UInt8] {
        let file = try RecordingFile.open(path: path)
        if let format = try? RecordingFormats.format(of: file) {
            throw Failure(
                .failed,
                "\(file.name) is a recorder's file (\(format.title)), and this takes a table of numbers. "
                    + "`nightjar decode FILE` tells what it holds; with --csv --channel NAME it makes a table of it.")
        }
        guard !(try file.head(4096)).contains(0) else {
            throw Failure(.failed, "\(file.name) is no text, and this takes a table of numbers.")
        }
        return try file.bytes(at: 0, count: file.size)
    }

    private static func standardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(SystemError(errno, "read"), "Standard input cannot be read")
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
