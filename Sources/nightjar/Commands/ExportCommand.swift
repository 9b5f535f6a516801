import Documents
import Glibc
import Runtime
import Signals

/// `nightjar export`.
enum ExportCommand: Command {
    static let name = "export"
    static let summary = "Take a night or a recording home as a file that other programs open"
    static let operands = ["NIGHT|RECORDED|RECORDING|FILE"]
    static let options =
        GatewayAccess.options + [
            Option("--format", "FORMAT", "edf (EDF+), csv or json (default: edf)"),
            Option("-o", "PATH", "the file or the folder to write (default: this folder)"),
            Option("--device", "ID", "whose night"),
            Option("--zone", "AREA/CITY", "the zone of a FILE's clock"),
            Option("--bare", nil, "CSV without the block of comments above the header"),
            Option.json,
        ]
    static let examples = [
        "nightjar export latest --format edf -o night.edf", "nightjar export 2026-11-20 --format csv -o night/",
        "nightjar export recorded --format csv -o night/", "nightjar export 3 --format csv -o recording/",
        "nightjar export drawer/12345.cwa --format edf -o 12345.edf",
    ]
    static let discussion = """
        NIGHT is a day of waking up or `latest`; RECORDED is `recorded`, the night last recorded by button or schedule,
        or `recorded-3`, that of number 3, also where no sleep could be scored; RECORDING is the number of an import,
        FILE a recorder's file, which is read without a store. A manifest beside the files says what went in, what came
        out, and the SHA-256 of each.
        """

    static func run(_ arguments: Arguments) async throws {
        let subject = arguments.operands[0]
        let written: [String]
        let device = arguments.value("--device").map { "&device=\(GatewayClient.escape($0))" } ?? ""
        if let recorded = recorded(subject) {
            written = try await GatewayAccess.run(arguments) { client in
                try await Exporting(arguments).write("/api/v1/night-recordings/\(recorded)/export", device, client)
            }
        } else if subject == "latest" || CivilDate(subject) != nil {
            written = try await GatewayAccess.run(arguments) { client in
                try await Exporting(arguments).write("/api/v1/nights/\(subject)/export", device, client)
            }
        } else if Int(subject) != nil, access(subject, F_OK) != 0 {
            written = try await GatewayAccess.run(arguments) { client in
                try await Exporting(arguments).write("/api/v1/recordings/\(subject)/export", "", client)
            }
        } else {
            written = try await file(subject, arguments)
        }
        try Exporting.tell(written, isJSON: arguments.has("--json"))
    }

    /// What the API calls the recorded night of that name; nil where it is another subject.
    private static func recorded(_ subject: String) -> String? {
        if subject == "recorded" { return "latest" }
        guard subject.hasPrefix("recorded-") else { return nil }
        return Int(subject.dropFirst(9)).flatMap { $0 > 0 ? String($0) : nil }
    }

    /// Imports a file into a store of its own that is thrown away again.
    private static func file(_ path: String, _ arguments: Arguments) async throws -> [String] {
        guard access(path, F_OK) == 0 else {
            throw Failure(.notFound, "There is no file \(path), and it is neither a day, `latest` nor a number.")
        }
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
        let folder = try TemporaryFolder()
        return try await GatewayAccess.run(folder: folder.path, isNew: true) { client in
            let status = try await Importing(client: client, zone: zone).bring(path)
            guard status.isGood, let recording = status.recording else { throw Failure(.failed, status.message) }
            return try await Exporting(arguments).write("/api/v1/recordings/\(recording)/export", "", client)
        }
    }
}
