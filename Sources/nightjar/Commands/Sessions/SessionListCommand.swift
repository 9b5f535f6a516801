import Documents
import Runtime
import Signals

/// `nightjar session list`.
enum SessionListCommand: Command {
    static let name = "session list"
    static let summary = "List sessions, newest first"
    static let operands = ["KIND?"]
    static let options = GatewayClient.options + [Option("--limit", "N", "at most so many (default: 20)"), Option.json]
    static let examples = ["nightjar session list reading", "nightjar session list --json"]

    static func run(_ arguments: Arguments) async throws {
        try SessionPage.checkKind(arguments)
        let limit = try arguments.integer("--limit", in: 1...200) ?? 20
        try await GatewayAccess.run(arguments) { client in
            let body = try await client.body(.readingSessions, ReadingSessionListRequest(limit: limit))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let sessions = try GatewayClient.read(ReadingSessionListDocument.self, body).sessions
            for session in sessions { try Output.line(SessionPage.line(session)) }
            if sessions.isEmpty {
                try Output.line("There is no session yet; begin with `nightjar session start reading`.")
            }
        }
    }
}

/// `nightjar session show`.
enum SessionShowCommand: Command {
    static let name = "session show"
    static let summary = "Show a session with its load curve"
    static let operands = ["ID?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar session show reading", "nightjar session show 3 --json"]
    static let discussion = "Without an ID, or with reading in its place: the newest one."

    static func run(_ arguments: Arguments) async throws {
        let word = arguments.operands.first ?? "reading"
        guard word == "reading" || Int(word) != nil else {
            throw arguments.usage("“\(word)” is neither the number of a session nor a kind.")
        }
        try await GatewayAccess.run(arguments) { client in
            let newest = try await client.ask(.readingSessions, ReadingSessionListRequest(limit: 1)).sessions.first?.id
            guard let id = Int(word) ?? newest else { throw Failure(.notFound, "There is no session yet.") }
            let body = try await client.body(.readingSession, RowRequest(id))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let session = try GatewayClient.read(ReadingSessionDocument.self, body)
            try Output.line(SessionPage.line(session))
            for load in session.loads ?? [] {
                let seconds = Int(load.time.seconds(since: session.started).rounded())
                let bar = load.load.map { String(repeating: "#", count: Int(($0 * 40).rounded())) } ?? ""
                let minute = seconds % 60 < 10 ? "\(seconds / 60):0\(seconds % 60)" : "\(seconds / 60):\(seconds % 60)"
                try Output.line("  \(minute)  \(SessionPage.line(load))  \(bar)")
            }
        }
    }
}
