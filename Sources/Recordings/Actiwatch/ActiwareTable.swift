import Signals

/// An Actiware export taken apart: what it says of itself, columns, rows.
struct ActiwareTable {
    /// The lines above the table of epochs.
    let description: ActiwareDescription
    /// The columns by the table's heading.
    let columns: ActiwareColumns
    /// The rows in the order of the file.
    var rows: EpochRows
    /// Damaged lines, and an order of day and month that was guessed.
    private(set) var losses: [Loss] = []

    private static let headLimit = 100_000
    private static let rowLimit = 20_000_000

    /// Reads `file`.
    /// - Throws: `Failure` when no heading of epochs with an activity is in it.
    init(_ file: RecordingFile, progress: (@Sendable (Double) -> Void)?) throws {
        var reader = try LineReader(file)
        let (found, description, count) = try Self.head(&reader)
        guard let columns = found else {
            throw Failure(
                .failed,
                "\(file.name) is no Actiware export with epochs: no heading with a date, a time and an activity stands in its "
                    + "first \(count) lines. Export it again, with the epoch-by-epoch data.")
        }
        (self.columns, self.description) = (columns, description)
        rows = EpochRows(columns: columns.fields.count)
        var dates: [ActiwareDate] = []
        var values: [Float] = []
        var (damaged, seen) = (DamagedLines(), 0)
        // The few words for states come again in every line.
        var states: [[UInt8]: Float] = [:]
        while let line = try reader.next(), dates.count < Self.rowLimit {
            seen += 1
            if seen & 0xFFF == 0 { progress?(Double(reader.consumed) / Double(max(1, file.size))) }
            let fields = line.isCut ? [] : Self.fields(line.bytes)
            if !line.isCut, fields.allSatisfy(\.isEmpty) { continue }
            guard let (date, row) = Self.row(fields, columns, &states) else {
                damaged.add(count + seen)
                continue
            }
            dates.append(date)
            values += row
        }
        losses += damaged.losses()
        place(dates, values)
        // An epoch without a usable date is there, too, and has been told.
        let present = dates.count + damaged.count
        if let promised = description.epochs, promised > present {
            losses.append(
                Loss(
                    .truncated, count: Double(promised - present), unit: .samples, channel: .counts,
                    detail: "the export names \(promised) epochs and has \(present)"))
        }
    }

    /// What stands above the epochs, the heading's columns, and how many lines that are.
    private static func head(
        _ reader: inout LineReader
    ) throws -> (columns: ActiwareColumns?, description: ActiwareDescription, lines: Int) {
        var columns: ActiwareColumns?
        var description = ActiwareDescription()
        var count = 0
        while columns == nil, count < headLimit, let line = try reader.next() {
            count += 1
            let fields = Self.fields(line.bytes).map { String(ofLog: $0).actiwareTrimmed }
            // A spreadsheet gives every line as many fields as the longest has, descriptions too.
            if fields.count >= 5 { columns = ActiwareColumns(fields) }
            if columns == nil { description.add(fields) }
        }
        return (columns, description, count)
    }

    /// The zone of the description, with the date of the first epoch.
    static func ownZone(_ file: RecordingFile) throws -> OwnZone? {
        var reader = try LineReader(file)
        let (columns, description, _) = try head(&reader)
        guard let columns else { return nil }
        var dates: [ActiwareDate] = []
        for _ in 0..<10_000 {
            guard let line = try reader.next() else { break }
            let fields = Self.fields(line.bytes)
            guard fields.count > max(columns.date, columns.time),
                let date = ActiwareDate(fields[columns.date], time: fields[columns.time])
            else { continue }
            dates.append(date)
        }
        let best = ActiwareDate.Order.allCases.max { first, second in
            func even(_ order: ActiwareDate.Order) -> Int {
                let stamps = dates.compactMap { $0.stamp(order) }
                return stamps.count + zip(stamps, stamps.dropFirst()).count { $1 > $0 && $1 - $0 <= 3_600_000_000_000 }
            }
            return even(first) < even(second)
        }
        return OwnZone(
            offset: description.zoneOffset,
            stamp: best.flatMap { order in dates.lazy.compactMap { $0.stamp(order) }.first })
    }

    /// Gives each row its stamp, by that order of day and month that gives the most even steps.
    private mutating func place(_ dates: [ActiwareDate], _ values: [Float]) {
        var best: (stamps: [Int64?], score: Int)?
        var isTied = false
        for order in ActiwareDate.Order.allCases {
            let stamps = dates.map { $0.stamp(order) }
            let known = stamps.compactMap { $0 }
            guard known.count > dates.count / 2 else { continue }
            var steps: [Int64: Int] = [:]
            for (first, second) in zip(known, known.dropFirst()) { steps[second &- first, default: 0] += 1 }
            let score = known.count + (steps.filter { $0.key > 0 }.map(\.value).max() ?? 0)
            isTied =
                isTied && best.map { score <= $0.score } ?? false
                || best.map { score == $0.score && $0.stamps != stamps } ?? false
            if score > best?.score ?? -1 { best = (stamps, score) }
        }
        guard let best else { return }
        let width = columns.fields.count
        for (index, stamp) in best.stamps.enumerated() {
            if let stamp { rows.append(stamp: stamp, Array(values[(index * width)..<((index + 1) * width)])) }
        }
        let lost = dates.count - rows.count
        if lost > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(lost), unit: .samples, channel: .counts,
                    detail: "\(lost) epochs have a date that the others' order of day and month does not allow"))
        }
        if isTied {
            losses.append(
                Loss(
                    .clockStep, count: 1, unit: .blocks,
                    detail: "day and month cannot be told apart in so short an export; the day is taken to come first"))
        }
    }

    /// The values of one line; nil when it has no date and time, or a field that is no number.
    private static func row(
        _ fields: [ArraySlice<UInt8>], _ columns: ActiwareColumns, _ states: inout [[UInt8]: Float]
    ) -> (ActiwareDate, [Float])? {
        guard fields.count > max(columns.date, columns.time), fields.count > columns.fields.max() ?? 0,
            let date = ActiwareDate(fields[columns.date], time: fields[columns.time])
        else { return nil }
        var row: [Float] = []
        row.reserveCapacity(columns.fields.count)
        for (index, place) in columns.fields.enumerated() {
            let field = fields[place]
            if index == columns.interval {
                let word = Array(field)
                let state = states[word] ?? ActiwareColumns.interval(String(ofLog: field))
                if states.count < 100 { states[word] = state }
                row.append(state)
            } else if isMissing(field) {
                row.append(.nan)
            } else if let value = field.withUnsafeBufferPointer({ CondorField.number($0) }) {
                row.append(value)
            } else {
                return nil
            }
        }
        return (date, row)
    }

    /// Words for no number, as Windows writes them in the languages of the software.
    private static let words = ["nan", "kz", "k. z", "n. def", "neun", "non num", "non un num", "não num"].map {
        Array($0.utf8)
    }

    /// Whether a field says that there is no number: not recorded, or not scored.
    private static func isMissing(_ field: ArraySlice<UInt8>) -> Bool {
        guard let first = field.first, first > UInt8(ascii: "9") else { return false }
        let start = field.prefix(12).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return words.contains { start.starts(with: $0) }
    }

    /// The fields of a line, without their quotation marks; separated by commas, semicolons or tabs outside of such.
    static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let quote = UInt8(ascii: "\"")
        var line = line
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        // In a line with quotation marks any of the three separates; else a comma may be a decimal one.
        let isQuoted = line.first == quote
        let hasOther = !isQuoted && line.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\t") }
        var fields: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        var isInside = false
        func field(_ end: Int) -> ArraySlice<UInt8> {
            var field = line[start..<end]
            while let last = field.last, last == quote || last == 0x20 { field.removeLast() }
            while let first = field.first, first == quote || first == 0x20 { field.removeFirst() }
            return field
        }
        for index in line.indices {
            let byte = line[index]
            if byte == quote {
                isInside.toggle()
            } else if !isInside,
                byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t") || (byte == UInt8(ascii: ",") && !hasOther)
            {
                fields.append(field(index))
                start = index + 1
            }
        }
        fields.append(field(line.endIndex))
        return fields
    }
}

extension String {
    /// Without blanks, also those that do not break, at both ends.
    var actiwareTrimmed: String {
        replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ").replacing(" :", with: ":").trimmed
    }
}
