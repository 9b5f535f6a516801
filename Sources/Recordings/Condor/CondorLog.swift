import Signals

/// A Condor log taken apart: header, columns, rows as stored, damaged lines.
struct CondorLog {
    /// The lines above the table.
    private(set) var header = CondorHeader()
    /// The columns by the table's heading.
    let columns: CondorColumns
    /// The rows in the order of the file.
    var rows: EpochRows
    /// Lines of the table that could not be parsed.
    private var damaged = DamagedLines()
    private var isBrokenOff = false

    /// Lines that may stand above the table; a file has about 30.
    private static let headerLimit = 500
    /// Rows that are kept at most: 15 years of 10 s epochs.
    private static let rowLimit = 50_000_000

    /// Reads `file`.
    /// - Throws: `Failure` when no heading of a table with a movement count follows the header, or there are more rows
    ///   than any recorder keeps.
    init(_ file: RecordingFile, progress: (@Sendable (Double) -> Void)?) throws {
        var reader = try LineReader(file)
        var columns: CondorColumns?
        var lines = 0
        while columns == nil, lines < Self.headerLimit, let line = try reader.next() {
            lines += 1
            let text = String(ofLog: line.bytes)
            columns = CondorColumns(heading: text)
            if columns == nil { header.add(text) }
        }
        guard let columns else {
            throw Failure(
                .failed,
                "\(file.name) is no Condor log that can be read: no heading “DATE/TIME;…” with PIM, TAT or ZCM stands "
                    + "in its first \(lines) lines (up to byte \(reader.consumed)).")
        }
        self.columns = columns
        rows = EpochRows(columns: columns.fields.count)
        rows.reserve(file.size / 64)
        try read(&reader, below: lines, size: file.size, progress)
    }

    /// Reads the lines of the table, which begins below line `lines`.
    private mutating func read(
        _ reader: inout LineReader, below lines: Int, size: Int, _ progress: (@Sendable (Double) -> Void)?
    ) throws {
        var row = CondorRow(columns)
        var (seen, told) = (0, 0)
        while true {
            reader.eachReady { line in
                guard rows.count < Self.rowLimit, row.read(line) else { return false }
                row.values.withUnsafeBufferPointer { rows.append(stamp: row.stamp, $0) }
                seen += 1
                return true
            }
            // What is left is a line in two pieces, or one that cannot be read.
            if reader.consumed - told > 1 << 18 {
                told = reader.consumed
                progress?(Double(told) / Double(max(1, size)))
            }
            guard let line = try reader.next() else { return }
            seen += 1
            guard line.isCut || !line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
            guard rows.count < Self.rowLimit else {
                throw Failure(.failed, "This log has more than \(Self.rowLimit) rows, which no recorder keeps.")
            }
            if !line.isCut, line.bytes.withUnsafeBufferPointer({ row.read($0) }) {
                row.values.withUnsafeBufferPointer { rows.append(stamp: row.stamp, $0) }
            } else {
                damaged.add(lines + seen)
                // Whole logs may end without an end of the last line, but not within it.
                isBrokenOff = reader.isBrokenOff
            }
        }
    }

    /// The damaged lines, and a truncated last line.
    var losses: [Loss] {
        damaged.losses(isBrokenOff: isBrokenOff)
    }
}
