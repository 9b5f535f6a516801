import Glibc
import Recordings
import Signals

/// A table of numbers as text: one row per line, fields by comma, semicolon, tab or blanks, with or without a header
/// row. Packed files are unpacked; `-` is standard input.
struct NumberTable {
    /// Column names in lower case; nil where the table has no header row.
    private(set) var header: [String]?
    /// Number of rows.
    private(set) var count = 0
    /// Fields of a row: those of the first one; what later rows have beyond is left out.
    private var width = 0
    /// Row by row; NaN for an empty or missing field.
    private var values: [Double] = []
    private let name: String

    /// Reads a whole table.
    /// - Throws: `Failure` when the file cannot be read, or a field is no number, with its line.
    init(path: String) throws {
        name = path == "-" ? "standard input" : path
        let bytes = try path == "-" ? Self.standardInput() : Self.file(path)
        var line = 0
        for row in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let text = String(decoding: row, as: UTF8.self).filter { $0 != "\r" && $0 != "\u{FEFF}" }
            guard !text.allSatisfy(\.isWhitespace), !text.hasPrefix("#") else { continue }
            try add(Self.fields(of: text), line: line)
        }
    }

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

    private mutating func add(_ fields: [String], line: Int) throws {
        let numbers = fields.map { field -> Double? in
            if let number = Double(field) { return number.isInfinite ? nil : number }
            return ["", "na", "null", "none"].contains(field.lowercased()) ? .nan : nil
        }
        if numbers.allSatisfy({ $0 != nil }) {
            if count == 0 { width = max(fields.count, header?.count ?? 0) }
            for column in 0..<width { values.append(column < numbers.count ? numbers[column] ?? .nan : .nan) }
            count += 1
        } else if header == nil, count == 0 {
            header = fields.map { $0.lowercased() }
        } else {
            let bad = zip(fields, numbers).first { $0.1 == nil }?.0 ?? ""
            throw Failure(.failed, "\(name), line \(line): “\(bad)” is not a number.")
        }
    }

    private static func fields(of text: String) -> [String] {
        let separator = [",", ";", "\t"].map(Character.init).first { text.contains($0) }
        let fields =
            separator.map { text.split(separator: $0, omittingEmptySubsequences: false) }
            ?? text.split(whereSeparator: \.isWhitespace)
        return fields.map { field in
            var field = field.drop { $0.isWhitespace || $0 == "\"" }
            while let last = field.last, last.isWhitespace || last == "\"" { field.removeLast() }
            return String(field)
        }
    }

    private static func file(_ path: String) throws -> [UInt8] {
        let file = try RecordingFile.open(path: path)
        return try file.bytes(at: 0, count: file.size)
    }

    private static func standardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(.failed, "Standard input cannot be read: \(String(cString: strerror(errno))).")
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
