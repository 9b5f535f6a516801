package import Signals
package import Store

/// A sleep diary that was read from a file: its nights, and each row that was not understood.
package struct DiaryReading: Sendable {
    /// The forms of files, known by their headings.
    package enum Form: String, Sendable {
        /// A row for each night, of Nightjar or in the words of the Consensus Sleep Diary.
        case table
        /// GGIR's basic sleep log: a row for each person, `onset` and `wakeup` by turns.
        case ggirBasic = "ggir_basic"
        /// GGIR's advanced sleep log: a row for each person, `D1_date`, `D1_wakeup`, `D1_inbed` and so on.
        case ggirAdvanced = "ggir_advanced"
        /// Stretches with a type, START and END, as pyActigraphy takes a sleep diary.
        case stretches
        /// Stretches without the recorder, as pyActigraphy takes a mask log.
        case masks
    }

    /// A row that was not understood.
    package struct Fault: Hashable, Sendable {
        /// Its first line, from 1.
        package var line: Int
        /// What is wrong, for people.
        package var reason: String
    }

    /// How a file is to be read.
    package struct Options: Sendable {
        /// In which zone its times are.
        package var zone: Zone
        /// Whose rows count, where it has those of several people.
        package var id: String?
        /// The evening of the first night, for files without dates.
        package var firstNight: CivilDate?

        /// Options.
        package init(zone: Zone, id: String? = nil, firstNight: CivilDate? = nil) {
            (self.zone, self.id, self.firstNight) = (zone, id, firstNight)
        }
    }

    /// What form the file has; nil where it is not known.
    package internal(set) var form: Form?
    /// The nights, by date.
    package var nights: [DiaryNight] { found.values.sorted { $0.date < $1.date } }
    /// The rows that were not understood, by line.
    package internal(set) var faults: [Fault] = []
    /// Headings of columns that say nothing of what a diary holds.
    package internal(set) var leftOut: [String] = []
    var found: [CivilDate: DiaryNight] = [:]
    let options: Options

    /// Reads a file.
    /// - Parameters:
    ///   - text: what is in it.
    ///   - options: how it is to be read.
    package init(_ text: String, _ options: Options) {
        self.options = options
        // A question may have a comma of its own: the separator that makes the most cells of the headings is the one.
        let tables = [",", ";", "\t"].compactMap { Self.table(text, separator: $0) }
        if let table = tables.max(by: { $0.headings.cells.count < $1.headings.cells.count }) {
            guard table.rows.count <= Self.mostRows else {
                faults = [Fault(line: 1, reason: "it has more than \(Self.mostRows) rows; cut it into several files")]
                return
            }
            form = table.form
            read(table.rows, under: table.headings, DiaryClock(table.rows.lazy.flatMap(\.cells)))
            if let line = table.openQuote {
                faults.append(Fault(line: line, reason: "a quotation mark is not closed; nothing after it is read"))
            }
            faults.sort { ($0.line, $0.reason) < ($1.line, $1.reason) }
            return
        }
        let isSpan = text.prefix(400).lowercased().contains("start_time")
        faults = [
            Fault(
                line: 1,
                reason: isSpan
                    ? "start and stop times of recordings say nothing of sleep"
                    : "no headings of a sleep diary were found; `date`, `lights_out` and `awake` are some of them")
        ]
    }

    /// A table whose headings are known; nil for another one.
    private static func table(
        _ text: String, separator: Unicode.Scalar
    ) -> (form: Form, headings: DelimitedText.Row, rows: [DelimitedText.Row], openQuote: Int?)? {
        let table = DelimitedText(text, separator: separator)
        // A title may stand above the headings.
        for (index, row) in table.rows.prefix(10).enumerated() where row.cells.count <= mostColumns {
            guard let form = form(of: row.cells.map(DiaryColumn.plain)) else { continue }
            return (form, row, Array(table.rows[(index + 1)...]), table.openQuote)
        }
        return nil
    }

    private static func form(of headings: [String]) -> Form? {
        let all = Set(headings)
        if all.contains("d1_date") { return .ggirAdvanced }
        if all.isSuperset(of: ["type", "start", "end"]) { return .stretches }
        if all.isSuperset(of: ["mask", "start_time", "stop_time"]) { return .masks }
        let pairs = headings.filter { Self.pairs($0, "onset") }.count
        if pairs > 0, pairs == headings.filter({ Self.pairs($0, "wakeup") }).count, !all.contains("date") {
            return .ggirBasic
        }
        let columns = headings.compactMap { DiaryColumn($0) }
        let times = columns.filter { [.inBed, .lightsOut, .asleep, .awake, .gotUp].contains($0) }
        let isDated = columns.contains(.date) || times.count >= 2
        return isDated && (!times.isEmpty || columns.contains(.naps) || columns.contains(.notWorn)) ? .table : nil
    }

    /// Whether a heading is `onset` or `onset_N1`, as GGIR has them.
    static func pairs(_ heading: String, _ name: String) -> Bool {
        heading == name || heading.hasPrefix("\(name)_n") && heading.dropFirst(name.count + 2).allSatisfy(\.isNumber)
    }

    private mutating func read(_ rows: [DelimitedText.Row], under heading: DelimitedText.Row, _ clock: DiaryClock) {
        guard let rows = own(rows, under: heading) else { return }
        switch form {
        case .table: readTable(rows, heading.cells, clock)
        case .ggirBasic: readPairs(rows, heading.cells.map(DiaryColumn.plain), clock)
        case .ggirAdvanced: readDays(rows, heading.cells.map(DiaryColumn.plain), clock)
        case .stretches, .masks: readStretches(rows, heading.cells.map(DiaryColumn.plain), clock)
        case nil: break
        }
    }

    /// The rows of the person who is meant; nil where that is not known.
    private mutating func own(
        _ rows: [DelimitedText.Row], under heading: DelimitedText.Row
    ) -> [DelimitedText.Row]? {
        guard let column = heading.cells.firstIndex(where: { DiaryColumn($0) == .id }) else { return rows }
        if let id = options.id {
            let own = rows.filter { $0.cell(column) == id }
            if own.isEmpty { faults = [Fault(line: heading.line, reason: "no row has the ID “\(id)”")] }
            return own
        }
        let ids = Set(rows.map { $0.cell(column) })
        guard ids.count > 1 else { return rows }
        let some = ids.sorted().prefix(5).map { "“\($0)”" }.joined(separator: ", ")
        faults = [
            Fault(
                line: heading.line, reason: "it has rows of \(ids.count) people; say whose ID is meant, such as \(some)"
            )
        ]
        return nil
    }

    /// Notes that a row was not understood.
    mutating func fault(_ line: Int, _ reason: String) {
        guard faults.count < Self.mostFaults else { return }
        let isLast = faults.count == Self.mostFaults - 1
        faults.append(Fault(line: line, reason: isLast ? "there are more that were not understood" : reason))
    }

    /// Takes a night of which nothing was said yet; its times are of a zone, or of the file's.
    mutating func take(_ night: DiaryNight, of zone: Zone? = nil, line: Int) {
        if let reason = night.fault(in: zone ?? options.zone) { return fault(line, reason) }
        guard found[night.date] == nil else { return fault(line, "the night of \(night.date) is there twice") }
        found[night.date] = night
    }

    /// Takes a nap, or a stretch without the recorder, into the night whose day it is in: from noon to noon.
    mutating func take(_ span: (start: Instant, end: Instant), isNap: Bool, line: Int) {
        let start = options.zone.civilTime(at: span.start)
        guard span.start < span.end else {
            return fault(line, "\(start) to \(options.zone.civilTime(at: span.end)) is no stretch of time")
        }
        let date = start.secondOfDay < 43_200 ? start.date : start.date.adding(days: 1)
        var night = found[date] ?? DiaryNight(date, zone: options.zone.name)
        if isNap { night.naps.append(span.start..<span.end) } else { night.notWorn.append(span.start..<span.end) }
        if let reason = night.fault(in: options.zone) { return fault(line, reason) }
        found[date] = night
    }

    /// The most rows of a file.
    private static let mostRows = 4000
    /// The most columns of a file.
    private static let mostColumns = 2000
    /// The most rows that are told to be not understood.
    private static let mostFaults = 1000
}
