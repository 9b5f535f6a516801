import Documents
import Glibc
import NightjarClient
import Runtime
import Signals

/// `nightjar export`.
enum ExportCommand: Command {
    static let name = "export"
    static let summary = "Export a night or a recording as a file for other programs"
    static let operands = ["NIGHT|RECORDED|RECORDING|FILE"]
    static let options =
        GatewayAccess.options + [
            Option("--format", "FORMAT", "edf (EDF+), csv or json (default: edf)"),
            Option("--signals", "WHICH", "derived, raw (every sample as it was recorded) or all (default: derived)"),
            Option(
                "--dialect", "PROGRAM", "csv as pyactigraphy or ggir reads it (default: nightjar, all that there is)"),
            Option("--rate", "HERTZ", "bring raw signals to this rate (default: their own)"),
            Option("-o", "PATH", "the file or the folder to write (default: this folder)"),
            Option("--device", "ID", "whose night"),
            Option("--zone", "AREA/CITY", "the zone of a FILE's clock"),
            Option("--bare", nil, "CSV without the block of comments above the header"),
            Option.json,
        ]
    static let examples = [
        "nightjar export latest --format edf -o night.edf", "nightjar export 2026-11-20 --format csv -o night/",
        "nightjar export recorded --format csv -o night/", "nightjar export 3 --format csv -o recording/",
        "nightjar export 3 --signals raw --format edf -o recording/",
        "nightjar export drawer/12345.cwa --format edf -o 12345.edf",
    ]
    static let discussion = """
        NIGHT is a day of waking up or `latest`; RECORDED is `recorded`, the night last recorded by button or schedule,
        or `recorded-3`, that of number 3, also where no sleep could be scored; RECORDING is the number of an import,
        FILE a recorder's file, which is read without a store. A manifest beside the files says what went in, what came
        out, and the SHA-256 of each.
        """

    static func run(_ arguments: Arguments) async throws {
        let word = arguments.operands[0]
        let exporting = try Exporting(arguments)
        let written: [String]
        if let subject = subject(word, device: arguments.value("--device")) {
            written = try await GatewayAccess.run(arguments) { try await exporting.write(subject, $0) }
        } else {
            written = try await file(word, exporting, arguments)
        }
        try Exporting.tell(written, isJSON: arguments.has("--json"))
    }

    /// What a word names; nil where it is a file.
    private static func subject(_ word: String, device: String?) -> ExportSubject? {
        if word == "recorded" { return .nightRecording(nil, device: device) }
        if word.hasPrefix("recorded-"), let number = Int(word.dropFirst(9)), number > 0 {
            return .nightRecording(number, device: device)
        }
        if word == "latest" || CivilDate(word) != nil { return .night(NightRequest(word, device: device)) }
        guard let number = Int(word), access(word, F_OK) != 0 else { return nil }
        return .recording(number)
    }

    /// Imports a file into a store of its own that is thrown away again.
    private static func file(
        _ path: String, _ exporting: Exporting, _ arguments: Arguments
    ) async throws -> [String] {
        guard access(path, F_OK) == 0 else {
            throw Failure(.notFound, "There is no file \(path), and it is neither a day, `latest` nor a number.")
        }
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
        let folder = try TemporaryFolder()
        return try await GatewayAccess.run(folder: folder.path, isNew: true) { client in
            let status = try await Importing(client: client, zone: zone).bring(path)
            guard status.state?.isGood == true, let recording = status.recording else {
                throw Failure(.failed, status.message)
            }
            return try await exporting.write(.recording(recording), client)
        }
    }
}
