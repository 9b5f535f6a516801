import Documents
import Runtime
import Signals

/// `nightjar session event`.
enum SessionEventCommand: Command {
    static let name = "session event"
    static let summary = "Report an event of the session under way"
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
        var event = ReadingEventDocument()
        let word = arguments.value("--event") ?? "page_turn"
        guard let kind = ReadingEventKind(rawValue: word) else {
            let known = ReadingEventKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("--event is one of \(known), not “\(word)”.")
        }
        event.kind = kind
        event.words = try arguments.integer("--words", in: 0...1_000_000)
        event.from = try arguments.integer("--from", in: 0...1_000_000)
        event.to = try arguments.integer("--to", in: 0...1_000_000)
        event.isCorrect = try arguments.value("--correct").map { word in
            guard ["yes", "no"].contains(word) else { throw arguments.usage("--correct is yes or no, not “\(word)”.") }
            return word == "yes"
        }
        let told = event
        try await GatewayAccess.run(arguments) { client in
            let session = try await SessionPage.running(client)
            let body = try await client.body(.readingEvents, ReadingEventsRequest(session.id, [told]))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let receipt = try GatewayClient.read(ReadingReceiptDocument.self, body)
            try Output.line("Taken; \(SessionPage.line(receipt.assessment)).")
        }
    }
}
