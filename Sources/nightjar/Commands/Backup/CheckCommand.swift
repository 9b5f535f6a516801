import Documents
import Signals
import Store

/// `nightjar check`.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Look through everything that is kept, or through a backup"
    static let operands = ["BACKUP?"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar check", "nightjar check /mnt/disk/backups", "nightjar check --json"]
    static let discussion = """
        Each table with its indexes and references, each block of raw samples by its checksum, and each imported file by its
        hash. It only reads, also beside a running gateway, and Control-C ends it. With BACKUP, a folder that `nightjar backup`
        made or wrote to, each file of that backup by its hash, and then the same of the store in it.
        Exit code 0 when all is sound, 1 when something is not, 3 when there is nothing to look through.
        """

    static func run(_ arguments: Arguments) async throws {
        let data = try DataFolder(arguments)
        let bar = ProgressBar("Looking")
        defer { bar.finish() }
        let place = arguments.operands.first
        let report = try await stoppable { () -> StoreCheck.Report in
            if let place { return try Backup(at: place).check { bar.update($0) } }
            guard StoreExamination(path: data.path).hasDatabase else {
                throw Failure(.notFound, "There is no store in \(data.path).")
            }
            return try StoreCheck(folder: data.path) { bar.update($0) }.run()
        }
        bar.finish()
        if arguments.has("--json") {
            try Output.line(json(report))
        } else {
            for fault in report.faults {
                try Output.line("BROKEN  \(fault.part.rawValue)  \(fault.place): \(fault.text)")
            }
            try Output.line(
                "Looked through \(report.tables) tables, \(report.blocks) blocks of raw samples and \(report.files) imported files"
                    + (report.isSound ? ": all is sound." : "."))
        }
        guard report.isSound else {
            let remedy =
                place == nil
                ? "A restart of the gateway saves what is sound; `nightjar restore` brings a backup back."
                : "Restore another backup."
            throw Failure(.failed, "\(report.faults.count) things are damaged. \(remedy)")
        }
    }

    private static func json(_ report: StoreCheck.Report) -> String {
        var json = JSONText()
        json.object { json in
            json.field("ok", report.isSound)
            json.field("tables", report.tables)
            json.field("blocks", report.blocks)
            json.field("files", report.files)
            json.field("bytes", Int(clamping: report.bytes))
            json.array("faults") { json in
                for fault in report.faults {
                    json.object { json in
                        json.field("part", fault.part.rawValue)
                        json.field("place", fault.place)
                        json.field("text", fault.text)
                    }
                }
            }
        }
        return json.string
    }
}
