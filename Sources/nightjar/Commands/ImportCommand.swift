import Documents
import Runtime
import Signals

/// `nightjar import`.
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Import a recorder's file and find its nights"
    static let operands = ["FILE..."]
    static let options =
        GatewayAccess.options + [
            Option(
                "--zone", "AREA/CITY",
                "the zone of the recorder's clock (default: the file's own, else that of the gateway)"),
            TableColumns.option, Option.json,
        ]
    static let examples = [
        "nightjar import night.cwa --zone Europe/Berlin", "nightjar import drawer/*.cwa",
        "nightjar import week.agd --json",
    ]
    static let discussion = """
        The same file twice is in the store once. The file's own bytes are kept, compressed, so that a better decoder can
        read them again. A gateway that runs on DIR does the work; without one it is done here. Control-C stops it, and
        nothing of the unfinished file stays.
        """

    static func run(_ arguments: Arguments) async throws {
        let zone = try arguments.value("--zone").map { try Zone.named($0) }
        let columns = arguments.value("--columns")
        let files = arguments.operands
        let isJSON = arguments.has("--json")
        let failed = try await stoppable {
            try await GatewayAccess.run(arguments, isNew: true) { client in
                var failed = 0
                for path in files {
                    let status = try await Importing(client: client, zone: zone, columns: columns).bring(path)
                    try tell(status, path, isJSON: isJSON)
                    if status.state?.isGood != true { failed += 1 }
                }
                return failed
            }
        }
        if failed > 0 { throw Failure(.failed, "\(failed) of \(files.count) files were not imported.") }
    }

    /// Prints what became of an import.
    static func tell(_ status: ImportDocument, _ path: String, isJSON: Bool) throws {
        guard isJSON else {
            try Output.line("\(path): \(status.state.rawValue). \(status.message)")
            for night in status.nights { try Output.line("  night of \(night)") }
            return
        }
        var json = JSONText()
        json.object { json in
            json.field("file", path)
            json.field("state", status.state.rawValue)
            json.field("message", status.message)
            json.field("device", status.device)
            json.field("recording", status.recording)
            json.array("nights", status.nights.map(\.description))
        }
        try Output.line(json.string)
    }
}
