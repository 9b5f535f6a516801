import Devices
import Documents
import Glibc
import Recordings
import Runtime
import Signals

/// `nightjar axivity download`.
enum AxivityDownloadCommand: Command {
    static let name = "axivity download"
    static let summary = "Copy the recording of an Axivity recorder and verify the copy"
    static let operands = [AxivityChoice.operand]
    static let options = [
        Option("-o", "PATH", "the file or the folder to write (default: this folder)"),
        Option("--import", nil, "then bring it into the store, as `nightjar import` does"),
        DataFolder.option,
        Option("--url", "URL", "the address of a gateway for --import, instead of DIR"),
        AxivityChoice.zone, AxivityChoice.waiting, Option.json,
    ]
    static let examples = [
        "nightjar axivity download", "nightjar axivity download 12345 -o recordings/ --import --zone Europe/Berlin",
    ]
    static let discussion = """
        What was copied stays in NAME.part when the recorder is unplugged or Control-C is pressed; the same command goes on
        from there. Every block of the copy is checked by its checksum and its number, and the recorder is known by four
        places that must agree. Nothing on the recorder is changed.
        """

    static func run(_ arguments: Arguments) async throws {
        let zone = try arguments.value("--zone").map { try Zone.named($0) }
        let recorders = try AxivityChoice(arguments)
        let place = arguments.value("-o")
        let isImported = arguments.has("--import")
        let isJSON = arguments.has("--json")
        let patience = recorders.patience ?? 60
        try await stoppable {
            let done = try await copy(recorders, to: place, zone: try zone ?? Zone.local(), patience: patience)
            var status: ImportDocument?
            if isImported, done.verification.isFaithful {
                status = try await GatewayAccess.run(arguments, isNew: true) { client in
                    try await Importing(client: client, zone: zone).bring(done.copy.path)
                }
            }
            try tell(done, status, isJSON: isJSON)
            guard done.verification.isFaithful else {
                throw Failure(.failed, done.verification.objections.joined(separator: " "))
            }
            if let status, status.state?.isGood != true { throw Failure(.failed, status.message) }
        }
    }

    /// Copies, and waits for a recorder that is unplugged in the middle.
    private static func copy(
        _ recorders: AxivityChoice, to place: String?, zone: Zone, patience: Double
    ) async throws -> AxivityDownloaded {
        let (number, first) = try await recorders.one()
        var access = first
        while true {
            let bar = ProgressBar("Copying from recorder \(number)")
            defer { bar.finish() }
            do {
                return try await AxivityRecorder(access, zone: zone).download(to: { target($0, place) }) { progress in
                    switch progress {
                    // Reading takes nearly all of the time; checking the last twentieth.
                    case .copied(let bytes, let all): bar.update(Double(bytes) / Double(max(1, all)) * 0.95)
                    case .verified(let fraction): bar.update(0.95 + fraction * 0.05)
                    }
                }
            } catch let failure as Failure where failure.cause is AxivityDisconnected {
                bar.finish()
                Output.note("\(failure.message) Waiting for \(Int(patience)) s …")
                guard let again = try await recorders.again(number, within: patience) else { throw failure }
                access = again
            }
        }
    }

    private static func target(_ name: String, _ place: String?) -> String {
        guard let place else { return name }
        var status = stat()
        let isFolder = stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return isFolder ? "\(place)\(place.hasSuffix("/") ? "" : "/")\(name)" : place
    }

    private static func tell(_ done: AxivityDownloaded, _ status: ImportDocument?, isJSON: Bool) throws {
        let check = done.verification.check
        guard isJSON else {
            try Output.line("\(done.copy.path): \(done.copy.bytes) bytes, \(check.blocks) blocks.")
            if done.copy.resumedAt > 0 { try Output.line("  went on from byte \(done.copy.resumedAt)") }
            if check.missing > 0 { try Output.line("  \(check.missing) blocks are missing in the recording itself") }
            if done.verification.damagedOnRecorder > 0 {
                try Output.line("  \(done.verification.damagedOnRecorder) blocks are damaged on the recorder itself")
            }
            if done.verification.isFaithful { try Output.line("  checked: it is all that the recorder holds") }
            if let status { try Output.line("  \(status.state.rawValue). \(status.message)") }
            for night in status?.nights ?? [] { try Output.line("  night of \(night)") }
            return
        }
        var json = JSONText()
        json.object { json in
            json.field("file", done.copy.path)
            json.field("device", "axivity-\(check.header.number)")
            json.field("session", Int(check.header.session))
            json.field("bytes", done.copy.bytes)
            json.field("resumed_at", done.copy.resumedAt)
            json.field("verified", done.verification.isFaithful)
            json.field("blocks", check.blocks)
            json.field("damaged", check.damagedCount)
            json.field("damaged_on_recorder", done.verification.damagedOnRecorder)
            json.field("missing", check.missing)
            json.field("restarts", check.restarts)
            json.array("objections", done.verification.objections)
            json.field("import", status?.state.rawValue)
            json.field("recording", status?.recording)
            json.array("nights", status?.nights.map(\.description) ?? [])
        }
        try Output.line(json.string)
    }
}
