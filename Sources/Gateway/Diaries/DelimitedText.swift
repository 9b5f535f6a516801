/// A table as text: cells between commas, semicolons or tabs, some of them in quotes.
struct DelimitedText {
    /// A row of the table.
    struct Row {
        /// The number of its first line, from 1.
        var line: Int
        /// Its cells, without blanks around them.
        var cells: [String]

        /// A cell; empty where the row is shorter.
        func cell(_ index: Int?) -> String {
            guard let index, cells.indices.contains(index) else { return "" }
            return cells[index]
        }
    }

    /// The rows that are not empty.
    private(set) var rows: [Row] = []
    /// The line of the last quotation mark, where none closes it; what follows it is one cell.
    private(set) var openQuote: Int?

    /// The table of a text.
    /// - Parameter separator: what stands between two cells.
    init(_ text: String, separator: Unicode.Scalar) {
        var row = Row(line: 1, cells: [])
        var (cell, isBlank, isQuoted, line, wasQuote) = ("", true, false, 1, false)
        func append(_ scalar: Unicode.Scalar) {
            cell.unicodeScalars.append(scalar)
            if !scalar.properties.isWhitespace { isBlank = false }
        }
        func end() {
            row.cells.append(Self.trimmed(cell))
            (cell, isBlank) = ("", true)
        }
        func endRow() {
            if row.cells.contains(where: { !$0.isEmpty }) { rows.append(row) }
            row = Row(line: line, cells: [])
        }
        for scalar in text.unicodeScalars where scalar != "\u{FEFF}" && (scalar != "\r" || isQuoted) {
            if isQuoted, scalar == "\"" {
                (isQuoted, wasQuote) = (false, true)
                continue
            }
            if scalar == "\n" { line += 1 }
            if isQuoted {
                append(scalar)
            } else if scalar == "\"", wasQuote || isBlank {
                // Two in a row within quotes are one that is meant.
                if wasQuote { append(scalar) } else { openQuote = line }
                isQuoted = true
            } else if scalar == separator {
                end()
            } else if scalar == "\n" {
                end()
                endRow()
            } else {
                append(scalar)
            }
            wasQuote = false
        }
        end()
        endRow()
        if !isQuoted { openQuote = nil }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
