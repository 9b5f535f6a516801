import Documents
import Runtime
import Signals

/// `nightjar wearers contested`.
enum WearersContestedCommand: Command {
    static let name = "wearers contested"
    static let summary = "List recordings whose recorder and time somebody else has data of too"
    static let operands: [String] = []
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar wearers contested"]
    static let discussion = """
        Each keeps what they have until an owner says whose a recording is, with `nightjar wearers recording`.
        """

    static func run(_ arguments: Arguments) async throws {
        let body = try await GatewayClient(arguments).body(.contestedRecordings)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let contests = try GatewayClient.read(ContestListDocument.self, body).contested
        if contests.isEmpty { Output.note("Nothing is contested.") }
        for contest in contests {
            let others = contest.others.map { part in
                (part.recording.map { "recording \($0.rawValue)" } ?? "live data")
                    + " of \(part.wearer?.name ?? "the first owner")"
            }
            try Output.line(
                "recording \(contest.recording.rawValue) of \(contest.wearer?.name ?? "the first owner"), \(contest.device): "
                    + "at the time of \(others.joined(separator: ", "))")
        }
    }
}

/// `nightjar wearers recording`.
enum WearersRecordingCommand: Command {
    static let name = "wearers recording"
    static let summary = "Assign an imported recording to a person"
    static let operands = ["NUMBER", "NAME"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar wearers recording 7 Ada"]
    static let discussion = """
        The recording goes there with its nights and its file; nothing of anybody else changes, and it can be given back.
        NAME `nobody` leaves it to who was said to have worn the recorder.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let number = Int64(arguments.operands[0]), number > 0 else {
            throw Failure(
                .usage, "“\(arguments.operands[0])” is no number of a recording; `nightjar wearers contested` tells.")
        }
        let name = arguments.operands[1]
        let request = GiveRecordingRequest(RowNumber(number), to: name == "nobody" ? .nobody : .name(name))
        let body = try await GatewayClient(arguments).body(.giveRecording, request)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let before = try GatewayClient.read(GivenRecordingDocument.self, body).before?.name ?? "nobody"
        try Output.line("Recording \(number) is of \(name); before it was of \(before).")
    }
}
