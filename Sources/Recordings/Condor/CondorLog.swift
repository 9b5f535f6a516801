import Signals

/// A Condor log taken apart: header, columns, rows as stored, damaged lines.
struct CondorLog {
    /// What stands above the table.
    private(set) var header = CondorHeader()
    /// What the heading of the table says.
    let columns: CondorColumns
    /// The rows, as stored.
    var rows: EpochRows
    /// Lines of the table that could not be read.
    private(set) var damagedLines = 0
    private var firstDamage = 0

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
        var seen = 0
        while let line = try reader.next() {
            seen += 1
            if seen & 0xFFF == 0 { progress?(Double(reader.consumed) / Double(max(1, file.size))) }
            guard line.isCut || !line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
            if !line.isCut, let row = CondorRow(line.bytes, columns: columns) {
                guard rows.count < Self.rowLimit else {
                    throw Failure(.failed, "\(file.name) has more than \(Self.rowLimit) rows, which no recorder keeps.")
                }
                rows.append(stamp: row.stamp, row.values)
            } else {
                if damagedLines == 0 { firstDamage = lines + seen }
                damagedLines += 1
            }
        }
    }

    /// The damaged lines as a loss.
    var losses: [Loss] {
        guard damagedLines > 0 else { return [] }
        return [
            Loss(
                .damaged, count: Double(damagedLines), unit: .samples, channel: .counts,
                detail:
                    "\(damagedLines) lines of the table cannot be read, the first is line \(firstDamage) of the file")
        ]
    }
}
