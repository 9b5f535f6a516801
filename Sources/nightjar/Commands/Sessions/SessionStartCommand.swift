import Documents
import Runtime
import Signals

/// `nightjar session start`.
enum SessionStartCommand: Command {
    static let name = "session start"
    static let summary = "Start a session, such as reading, and measure its load"
    static let operands = ["KIND?"]
    static let options =
        GatewayClient.options + [
            Option("--title", "TEXT", "what is read"), Option("--words", "N", "how many words it has"), Option.json,
        ]
    static let examples = ["nightjar session start reading --title Walden", "nightjar session start reading --json"]
    static let discussion = """
        KIND is reading. The load is assessed at once and every 30 s by a running gateway: from the heart where a wearable
        is worn, and from what `nightjar session event` or the page Read tells. A session that goes on is ended.
        """

    static func run(_ arguments: Arguments) async throws {
        try SessionPage.checkKind(arguments)
        let words = try arguments.integer("--words", in: 0...100_000_000)
        try await GatewayAccess.run(arguments, isNew: true) { client in
            let body = try await client.body(
                .startReading, ReadingStartRequest(arguments.value("--title"), words: words))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let session = try GatewayClient.read(ReadingSessionDocument.self, body)
            try Output.line("Session \(session.id) has begun: \(SessionPage.line(session.assessment)).")
        }
    }
}

/// `nightjar session stop`.
enum SessionStopCommand: Command {
    static let name = "session stop"
    static let summary = "Stop the session under way"
    static let operands = ["KIND?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar session stop reading"]

    static func run(_ arguments: Arguments) async throws {
        try SessionPage.checkKind(arguments)
        try await GatewayAccess.run(arguments) { client in
            let session = try await SessionPage.running(client)
            let body = try await client.body(.stopReading, RowRequest(session.id))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            try Output.line(SessionPage.line(try GatewayClient.read(ReadingSessionDocument.self, body)))
        }
    }
}
