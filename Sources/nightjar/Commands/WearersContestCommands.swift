import Documents
import Runtime
import Signals

/// `nightjar wearers contested`.
enum WearersContestedCommand: Command {
    static let name = "wearers contested"
    static let summary = "List recordings of a recorder and a time of which somebody else has data too"
    static let operands: [String] = []
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar wearers contested"]
    static let discussion = """
        Each keeps what they have until an owner says whose a recording is, with `nightjar wearers recording`.
        """

    private struct Contests: Decodable {
        struct Person: Decodable { var name: String }
        struct Part: Decodable {
            var recording: Int?
            var wearer: Person?
        }
        struct Contest: Decodable {
            var device: String
            var recording: Int
            var wearer: Person?
            var others: [Part]
        }
        var contested: [Contest]
    }

    static func run(_ arguments: Arguments) async throws {
        let body = try await GatewayClient(arguments).body("GET", "/api/v1/imports/contested")
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let contests = try GatewayClient.decode(Contests.self, body).contested
        if contests.isEmpty { Output.note("Nothing is contested.") }
        for contest in contests {
            let others = contest.others.map { part in
                (part.recording.map { "recording \($0)" } ?? "live data")
                    + " of \(part.wearer?.name ?? "the first owner")"
            }
            try Output.line(
                "recording \(contest.recording) of \(contest.wearer?.name ?? "the first owner"), \(contest.device): "
                    + "at the time of \(others.joined(separator: ", "))")
        }
    }
}

/// `nightjar wearers recording`.
enum WearersRecordingCommand: Command {
    static let name = "wearers recording"
    static let summary = "Say whose an imported recording is"
    static let operands = ["NUMBER", "NAME"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar wearers recording 7 Ada"]
    static let discussion = """
        The recording goes there with its nights and its file; nothing of anybody else changes, and it can be given back.
        NAME `nobody` leaves it to who was said to have worn the recorder.
        """

    private struct Given: Decodable {
        struct Person: Decodable { var name: String }
        var before: Person?
    }

    static func run(_ arguments: Arguments) async throws {
        guard let number = Int(arguments.operands[0]), number > 0 else {
            throw Failure(
                .usage, "“\(arguments.operands[0])” is no number of a recording; `nightjar wearers contested` tells.")
        }
        let name = arguments.operands[1]
        let body = try await GatewayClient(arguments).send("PUT", "/api/v1/imports/recording-\(number)/wearer") {
            $0.field("wearer", name == "nobody" ? nil : name)
        }
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let before = try GatewayClient.decode(Given.self, body).before?.name ?? "nobody"
        try Output.line("Recording \(number) is of \(name); before it was of \(before).")
    }
}
