import Documents
import Signals

/// `nightjar insights`.
enum InsightsCommand: Command {
    static let name = "insights"
    static let summary = "Show the insight of the day: what your days mean"
    static let options =
        GatewayAccess.options + [
            Option("--language", "TAG", "the language of the words: en or zh-Hant; by default en"),
            Option("--person", "N", "whose, by the number that `nightjar wearers` shows"),
            Option.json,
        ]
    static let examples = ["nightjar insights", "nightjar insights --language zh-Hant", "nightjar insights --json"]
    static let discussion =
        "It is written on this machine from your own days, compared with your own weeks before.\n"
        + "What lies inside the noise is not claimed, and nothing of it is a diagnosis."

    static func run(_ arguments: Arguments) async throws {
        let asked = InsightOfDayRequest(
            person: try arguments.integer("--person", in: 1...Int(Int32.max)), language: arguments.value("--language"))
        try await GatewayAccess.run(arguments) { client in
            try await InsightsText.show(try await client.body(.insightOfDay, asked), arguments)
        }
    }
}

/// `nightjar insights history`.
enum InsightsHistoryCommand: Command {
    static let name = "insights history"
    static let summary = "List your insights, the newest first"
    static let options =
        GatewayAccess.options + [
            Option("--limit", "N", "how many, 1 to 100; by default 10"),
            Option("--offset", "N", "how many to pass over; by default 0"),
            Option.json,
        ]
    static let examples = ["nightjar insights history", "nightjar insights history --limit 50 --json"]

    static func run(_ arguments: Arguments) async throws {
        let asked = InsightHistoryRequest(
            limit: try arguments.integer("--limit", in: 1...100) ?? 10,
            offset: try arguments.integer("--offset", in: 0...1_000_000) ?? 0)
        try await GatewayAccess.run(arguments) { client in
            let body = try await client.body(.insightHistory, asked)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let page = try GatewayClient.read(InsightHistoryDocument.self, body).page
            if page.insights.isEmpty { try Output.line("No insights yet; `nightjar insights` writes that of the day.") }
            for insight in page.insights {
                try Output.line("\(insight.id)  \(insight.date)  \(insight.heading): \(insight.narrative)")
            }
            if page.hasMore { try Output.line("There are \(page.total) in all; --offset shows older ones.") }
        }
    }
}

/// `nightjar insights show`.
enum InsightsShowCommand: Command {
    static let name = "insights show"
    static let summary = "Show one insight whole"
    static let operands = ["ID"]
    static let options =
        GatewayAccess.options + [
            Option("--person", "N", "whose, by the number that `nightjar wearers` shows"), Option.json,
        ]
    static let examples = ["nightjar insights show insight_0a1b2c3d"]

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let asked = InsightRow(
                arguments.operands[0], person: try arguments.integer("--person", in: 1...Int(Int32.max)))
            try await InsightsText.show(try await client.body(.insight, asked), arguments)
        }
    }
}

private enum InsightsText {
    static func show(_ body: [UInt8], _ arguments: Arguments) async throws {
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let insight = try GatewayClient.read(InsightReplyDocument.self, body).insight
        try Output.line("\(insight.heading), \(insight.date)  (\(insight.id))")
        for line in insight.keyInsights { try Output.line("  \(line)") }
        for line in insight.recommendations { try Output.line("  → \(line)") }
        if insight.keyInsights.isEmpty { try Output.line("  \(insight.narrative)") }
        try Output.line("  rests on \(Int((insight.confidence * 100).rounded())) % of the days it looks at")
    }
}
