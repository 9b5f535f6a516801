import Documents
import Runtime
import Signals

/// `nightjar session event`.
enum SessionEventCommand: Command {
    static let name = "session event"
    static let summary = "Say what the reader does in the session that goes on"
    static let operands = ["KIND?"]
    static let options =
        GatewayClient.options + [
            Option("--event", "WORD", "what: page_turn (default), view, reread, pause, resume, answer, error"),
            Option("--words", "N", "words just read"), Option("--from", "N", "first word on the screen"),
            Option("--to", "N", "word after the last on the screen"),
            Option("--correct", "YES|NO", "whether an answer was right"), Option.json,
        ]
    static let examples = [
        "nightjar session event reading --words 250", "nightjar session event reading --event answer --correct no",
    ]

    static func run(_ arguments: Arguments) async throws {
        try SessionPage.checkKind(arguments)
        let numbers = try ["--words", "--from", "--to"].map { name in
            (String(name.dropFirst(2)), try arguments.integer(name, in: 0...1_000_000))
        }
        let correct = try arguments.value("--correct").map { word in
            guard ["yes", "no"].contains(word) else { throw arguments.usage("--correct is yes or no, not “\(word)”.") }
            return word == "yes"
        }
        try await GatewayAccess.run(arguments) { client in
            let path = "/api/v1/sessions/\(try await SessionPage.running(client).id)/events"
            let body = try await client.send("POST", path) { json in
                json.array("events") { json in
                    json.object { json in
                        json.field("kind", arguments.value("--event") ?? "page_turn")
                        for (name, number) in numbers { if let number { json.field(name, number) } }
                        if let correct { json.field("correct", correct) }
                    }
                }
            }
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let reply = try GatewayClient.decode(Reply.self, body)
            try Output.line("Taken; \(SessionPage.line(reply.assessment)).")
        }
    }

    private struct Reply: Decodable {
        var assessment: SessionPage.Assessment?
    }
}
