import Documents
import Runtime
import Signals

/// `nightjar diary import`.
enum DiaryImportCommand: Command {
    static let name = "diary import"
    static let summary = "Import a sleep diary from a CSV file"
    static let operands = ["FILE"]
    static let options =
        GatewayAccess.options + [
            DiaryOption.person, Option("--zone", "AREA/CITY", "the zone of its times (the gateway's)"),
            Option("--id", "ID", "whose rows count, where the file has those of several people"),
            Option("--first-night", "YYYY-MM-DD", "the evening of the first night, for files without dates"),
            Option("--dry-run", nil, "only tell what would be kept"), Option.json,
        ]
    static let examples = [
        "nightjar diary import diary.csv --zone Europe/Berlin",
        "nightjar diary import sleeplog.csv --id 123 --first-night 2026-11-16 --dry-run",
    ]
    static let discussion = """
        The form is known by the headings: a row for each night, as `nightjar diary export` writes it or in the words of the
        Consensus Sleep Diary; GGIR's sleep logs (onset_N1, wakeup_N1, or D1_date, D1_wakeup, D1_inbed); pyActigraphy's
        sleep diary (TYPE, START, END) and mask log (Mask, Start_time, Stop_time). Each row that was not understood is
        named. The same file again changes nothing, and `nightjar diary undo` takes an import back.
        """

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let bytes = try NumberTable.bytes(path)
        guard bytes.count <= 1_000_000 else {
            throw Failure(.failed, "\(path) is too large for a diary: \(bytes.count) bytes.")
        }
        let name = String(NumberTable.name(of: path).split(separator: "/").last?.suffix(200) ?? "diary")
        var request = DiaryImportRequest(
            name, text: String(decoding: bytes, as: UTF8.self), person: try DiaryOption.person(arguments))
        (request.zone, request.id) = (arguments.value("--zone"), arguments.value("--id"))
        request.firstNight = try arguments.date("--first-night")
        request.isDryRun = arguments.has("--dry-run") ? true : nil
        let done = try await GatewayAccess.run(arguments, isNew: true) { [request] client in
            try await client.ask(.importDiary, request)
        }
        if arguments.has("--json") {
            try Output.line(done.json.string)
        } else {
            try tell(done)
        }
        guard !done.entries.isEmpty || done.faults.isEmpty else {
            throw Failure(.failed, "Nothing of \(name) was understood.")
        }
    }

    private static func tell(_ done: DiaryImportDocument) throws {
        if done.isDryRun { for entry in done.entries { try Output.line("\(entry.date)  \(entry.line)") } }
        for fault in done.faults { Output.note("line \(fault.line): \(fault.reason)") }
        if !done.leftOut.isEmpty { Output.note("columns left out: \(done.leftOut.joined(separator: ", "))") }
        let counts = "\(done.added.count) new, \(done.changed.count) changed, \(done.unchanged.count) as before"
        let nights = done.entries.count == 1 ? "1 night" : "\(done.entries.count) nights"
        try Output.line(done.isDryRun ? "\(nights): \(counts); nothing was kept." : "\(nights): \(counts).")
        if let number = done.imported { try Output.line("`nightjar diary undo \(number)` takes it back.") }
    }
}

/// `nightjar diary show`.
enum DiaryShowCommand: Command {
    static let name = "diary show"
    static let summary = "Show a sleep diary"
    static let operands: [String] = []
    static let options = GatewayAccess.options + GatewayAccess.dates + [DiaryOption.person, Option.json]
    static let examples = ["nightjar diary show --from 2026-11-01"]
    static let discussion = "`nightjar nights DATE` shows the diary of a night beside what was scored."

    static func run(_ arguments: Arguments) async throws {
        let diary = try await DiaryOption.diary(arguments)
        guard !arguments.has("--json") else { return try Output.line(diary.json.string) }
        if diary.entries.isEmpty { Output.note("The diary is empty.") }
        for entry in diary.entries { try Output.line("\(entry.date)  \(entry.line)") }
    }
}

/// `nightjar diary export`.
enum DiaryExportCommand: Command {
    static let name = "diary export"
    static let summary = "Write a sleep diary as a CSV table"
    static let operands: [String] = []
    static let options = GatewayAccess.options + GatewayAccess.dates + [DiaryOption.person, Option.json]
    static let examples = ["nightjar diary export > diary.csv"]
    static let discussion = "`nightjar diary import` takes the table as it is."

    static func run(_ arguments: Arguments) async throws {
        let diary = try await DiaryOption.diary(arguments)
        guard !arguments.has("--json") else { return try Output.line(diary.json.string) }
        try Output.write(Array(diary.table.utf8))
    }
}

/// `nightjar diary delete`.
enum DiaryDeleteCommand: Command {
    static let name = "diary delete"
    static let summary = "Take a day out of a sleep diary"
    static let operands = ["DATE"]
    static let options = GatewayAccess.options + [DiaryOption.person, Option.json]
    static let examples = ["nightjar diary delete 2026-11-20"]
    static let discussion = "DATE is the day of waking up."

    static func run(_ arguments: Arguments) async throws {
        guard let date = CivilDate(arguments.operands[0]) else {
            throw arguments.usage("DATE is a day such as 2026-11-20.")
        }
        let request = DiaryDayRequest(date, person: try DiaryOption.person(arguments))
        try await GatewayAccess.run(arguments) { client in _ = try await client.ask(.deleteDiary, request) }
        try Output.done(arguments, "The diary says nothing of \(date) any more.") { $0.field("date", "\(date)") }
    }
}

/// `nightjar diary undo`.
enum DiaryUndoCommand: Command {
    static let name = "diary undo"
    static let summary = "Take an import of a sleep diary back"
    static let operands = ["N"]
    static let options = GatewayAccess.options + [DiaryOption.person, Option.json]
    static let examples = ["nightjar diary undo 12"]
    static let discussion = "What stood in the diary before holds again."

    static func run(_ arguments: Arguments) async throws {
        guard let number = Int(arguments.operands[0]), number > 0 else {
            throw arguments.usage("N is the number that the import told.")
        }
        let request = DiaryUndoRequest(number, person: try DiaryOption.person(arguments))
        let done = try await GatewayAccess.run(arguments) { client in try await client.ask(.undoDiary, request) }
        try Output.done(arguments, "Taken back: \(done.days) days.") { $0.field("days", done.days) }
    }
}

/// What the commands of diaries have in common.
private enum DiaryOption {
    static let person = Option("--person", "N", "whose diary, by the number that `nightjar wearers` shows")

    static func person(_ arguments: Arguments) throws -> Int? {
        try arguments.integer("--person", in: 1...Int(Int32.max))
    }

    /// The days of a diary that are asked for.
    static func diary(_ arguments: Arguments) async throws -> DiaryDocument {
        let request = DiaryRequest(
            from: try arguments.date("--from"), to: try arguments.date("--to"), person: try person(arguments))
        return try await GatewayAccess.run(arguments) { client in try await client.ask(.diary, request) }
    }
}
