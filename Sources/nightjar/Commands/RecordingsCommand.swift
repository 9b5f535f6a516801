import Documents
import Runtime
import Signals

/// `nightjar recordings`.
enum RecordingsCommand: Command {
    static let name = "recordings"
    static let summary = "List the recordings, imported and live, or show one"
    static let operands = ["NUMBER?"]
    static let options = GatewayAccess.options + [Option.json]
    static let examples = ["nightjar recordings", "nightjar recordings 7", "nightjar recordings 7 --json"]
    static let discussion = "A recording without a night is shown, too, with what is missing of it."

    static func run(_ arguments: Arguments) async throws {
        try await run(arguments, number: try arguments.operands.first.map { try RecordingLines.number($0) })
    }

    /// Shows one recording, or lists all.
    fileprivate static func run(_ arguments: Arguments, number: Int?) async throws {
        try await GatewayAccess.run(arguments) { client in
            guard let number else {
                let body = try await client.body(.recordings)
                guard !arguments.has("--json") else { return try Output.write(body + [10]) }
                let recordings = try GatewayClient.read(RecordingListDocument.self, body).recordings
                if recordings.isEmpty { Output.note("No recording yet. Import one with `nightjar import FILE`.") }
                for recording in recordings { try Output.line(RecordingLines.line(recording)) }
                return
            }
            let body = try await client.body(.recording, RowRequest(number))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let recording = try GatewayClient.read(RecordingDetailDocument.self, body)
            for line in RecordingLines.page(recording) { try Output.line(line) }
        }
    }
}

/// `nightjar recordings list`.
enum RecordingsListCommand: Command {
    static let name = "recordings list"
    static let summary = "List the recordings, imported and live"
    static let options = GatewayAccess.options + [Option.json]
    static let examples = ["nightjar recordings list", "nightjar recordings list --json"]

    static func run(_ arguments: Arguments) async throws { try await RecordingsCommand.run(arguments, number: nil) }
}

/// `nightjar recordings show`.
enum RecordingsShowCommand: Command {
    static let name = "recordings show"
    static let summary = "Show a recording with who wore it, its nights and what is missing of it"
    static let operands = ["NUMBER"]
    static let options = GatewayAccess.options + [Option.json]
    static let examples = ["nightjar recordings show 7"]

    static func run(_ arguments: Arguments) async throws {
        try await RecordingsCommand.run(arguments, number: try RecordingLines.number(arguments.operands[0]))
    }
}

/// `nightjar recordings assign`.
enum RecordingsAssignCommand: Command {
    static let name = "recordings assign"
    static let summary = "Say who wore the recorder of a recording, for all of it or for a part"
    static let operands = ["NUMBER", "NAME"]
    static let options =
        GatewayAccess.options + [
            Option("--from", "TIME", "from this time on, RFC 3339 or UTC seconds (default: its beginning)"),
            Option("--to", "TIME", "until this time (default: its end)"), Option.json,
        ]
    static let examples = [
        "nightjar recordings assign 7 Ada", "nightjar recordings assign 7 Ben --from 2025-01-08T12:00:00+01:00",
        "nightjar recordings assign 7 nobody",
    ]
    static let discussion = """
        What was said of that time before is replaced; nights follow at once. A new NAME enters somebody; NAME `nobody` says
        that nobody wore it.
        """

    static func run(_ arguments: Arguments) async throws {
        let number = try RecordingLines.number(arguments.operands[0])
        let name = arguments.operands[1]
        let (from, to) = (try time("--from", arguments), try time("--to", arguments))
        try await GatewayAccess.run(arguments) { client in
            let recording = try await client.ask(.recording, RowRequest(number)).recording
            guard let start = from ?? recording.start, !recording.devices.isEmpty else {
                throw Failure(
                    .conflict, "Of recording \(number) it is not known which recorder it is of, or of what time.")
            }
            // What is being recorded goes on to be theirs.
            let end = to ?? recording.end?.advanced(bySeconds: 1)
            for device in recording.devices {
                _ = try await client.ask(
                    .correctWearing,
                    CorrectWearingRequest(device, name == "nobody" ? .nobody : .name(name), from: start, to: end))
            }
            let body = try await client.body(.recording, RowRequest(number))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let worn = try GatewayClient.read(RecordingDetailDocument.self, body)
            try Output.line("Recording \(number), \(recording.deviceName ?? recording.name):")
            for line in RecordingLines.worn(worn) { try Output.line(line) }
        }
    }

    private static func time(_ option: String, _ arguments: Arguments) throws -> Instant? {
        guard let text = arguments.value(option) else { return nil }
        guard let time = Instant(rfc3339: text) ?? Double(text).flatMap({ Instant(secondsSince1970: $0) }) else {
            throw arguments.usage("\(option) is a time as 2025-01-08T12:00:00+01:00, or in UTC seconds.")
        }
        return time
    }
}

/// `nightjar recordings delete`.
enum RecordingsDeleteCommand: Command {
    static let name = "recordings delete"
    static let summary = "Delete a recording with its nights and its file; it can be taken back for a day"
    static let operands = ["NUMBER"]
    static let options =
        GatewayAccess.options + [Option("--dry-run", nil, "only tell what would go with it"), Option.json]
    static let examples = ["nightjar recordings delete 7 --dry-run", "nightjar recordings delete 7"]
    static let discussion = "Within a day `nightjar recordings restore NUMBER` takes it back."

    static func run(_ arguments: Arguments) async throws {
        let number = try RecordingLines.number(arguments.operands[0])
        try await GatewayAccess.run(arguments) { client in
            let isDry = arguments.has("--dry-run")
            let body = try await client.body(isDry ? .recording : .deleteRecording, RowRequest(number))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let recording = try GatewayClient.read(RecordingDetailDocument.self, body)
            let nights = recording.recording.nights.count
            let what =
                "recording \(number), \(recording.recording.name), with \(nights) night\(nights == 1 ? "" : "s"), "
                + "\(recording.edits) edited"
            guard !isDry else { return try Output.line("Would delete \(what).") }
            try Output.line("Deleted \(what). Take it back within a day: nightjar recordings restore \(number)")
        }
    }
}

/// `nightjar recordings restore`.
enum RecordingsRestoreCommand: Command {
    static let name = "recordings restore"
    static let summary = "Take a deleted recording back"
    static let operands = ["NUMBER"]
    static let options = GatewayAccess.options + [Option.json]
    static let examples = ["nightjar recordings restore 7"]

    static func run(_ arguments: Arguments) async throws {
        let number = try RecordingLines.number(arguments.operands[0])
        try await GatewayAccess.run(arguments) { client in
            let body = try await client.body(.restoreRecording, RowRequest(number))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let nights = try GatewayClient.read(RecordingDetailDocument.self, body).recording.nights.count
            try Output.line("Recording \(number) is back with \(nights) night\(nights == 1 ? "" : "s").")
        }
    }
}

/// `nightjar recordings zone`.
enum RecordingsZoneCommand: Command {
    static let name = "recordings zone"
    static let summary = "Correct the zone or the clock of a recording; its nights are scored again"
    static let operands = ["NUMBER", "AREA/CITY?"]
    static let options =
        GatewayAccess.options + [
            Option("--shift", "SECONDS", "by how much the recorder's clock was behind; negative for ahead"),
            Option.json,
        ]
    static let examples = [
        "nightjar recordings zone 7 America/Chicago", "nightjar recordings zone 7 --shift 3600",
        "nightjar recordings zone 7 Europe/Berlin --shift=-120",
    ]
    static let discussion = """
        The recording is read anew from its kept bytes. What you said of its nights goes along with the clock on the wall. Until
        the end everything stays as it is; Control-C leaves it so.
        """

    static func run(_ arguments: Arguments) async throws {
        let number = try RecordingLines.number(arguments.operands[0])
        let zone = arguments.operands.count > 1 ? arguments.operands[1] : nil
        let shift = try arguments.number("--shift")
        guard zone != nil || shift != nil else { throw arguments.usage("Name a zone, or a --shift, or both.") }
        try await GatewayAccess.run(arguments) { client in
            let asked = CorrectRecordingRequest(number, zone: zone, shift: shift)
            let done = try await stoppable {
                let begun = try await client.ask(.correctRecording, asked)
                return try await Importing(client: client, zone: nil).follow(begun)
            }
            try ImportCommand.tell(done, done.name, isJSON: arguments.has("--json"))
            if done.state?.isGood != true { throw Failure(.failed, "Recording \(number) stays as it was.") }
        }
    }
}

/// Recordings as text.
private enum RecordingLines {
    /// The number of a recording.
    /// - Throws: `Failure` with code `usage` for what is none.
    static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw Failure(.usage, "“\(text)” is no number of a recording; `nightjar recordings` lists them.")
        }
        return number
    }

    /// The recording as a line of the list.
    static func line(_ recording: RecordingDocument) -> String {
        var line = "\(recording.id)  \(recording.name)"
        if let device = recording.deviceName { line += "  \(device)" }
        if let wearer = recording.wearer { line += "  of \(wearer)" }
        switch recording.state {
        case .recording: line += "  being recorded"
        case .complete: line += "  \(recording.nights.count) night\(recording.nights.count == 1 ? "" : "s")"
        case .deleted: line += "  deleted; nightjar recordings restore \(recording.id)"
        default: line += "  \(recording.state.rawValue)\(recording.reason.map { ": \($0)" } ?? "")"
        }
        return line
    }

    /// Who wore its devices from when to when.
    static func worn(_ detail: RecordingDetailDocument) -> [String] {
        let zone = detail.recording.zone.flatMap { try? Zone.named($0) } ?? .utc
        return detail.worn.map { worn in
            let device = detail.recording.devices.count > 1 ? " \(worn.device)" : ""
            let wearer = worn.wearer?.name ?? "nobody"
            return
                "  worn\(device) by \(wearer) from \(zone.civilTime(at: worn.start)) to \(zone.civilTime(at: worn.end))"
        }
    }

    /// The recording with all that hangs on it.
    static func page(_ detail: RecordingDetailDocument) -> [String] {
        let recording = detail.recording
        let zone = recording.zone.flatMap { try? Zone.named($0) } ?? .utc
        func time(_ instant: Instant?) -> String { instant.map { "\(zone.civilTime(at: $0))" } ?? "unknown" }
        var lines = [
            line(recording),
            recording.bytes.map {
                "  \($0) bytes, \(recording.format), \(detail.samples.map { "\($0) samples" } ?? "samples unknown")"
            }
                ?? "  recorded live\(recording.reason.map { ": \($0)" } ?? "")",
            "  from \(time(recording.start)) to \(time(recording.end)), \(zone.name)\(recording.shift.map { ", clock corrected by \($0) s" } ?? "")",
            "  channels: \(detail.channels.isEmpty ? "unknown" : detail.channels.joined(separator: ", "))",
        ]
        if !recording.nights.isEmpty {
            lines.append(
                "  nights: \(recording.nights.map(\.description).joined(separator: ", ")); \(detail.edits) edited")
        }
        lines += worn(detail)
        for loss in detail.losses {
            lines.append("  \(loss.cause): \(loss.detail ?? "")")
        }
        return lines
    }
}
