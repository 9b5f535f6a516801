import Documents
import Runtime
import Signals

/// `nightjar record alerts`.
enum RecordAlertsCommand: Command {
    static let name = "record alerts"
    static let summary = "List alerts about nights and devices"
    static let options =
        GatewayClient.options + [Option("--all", nil, "also those that somebody has seen"), Option.json]
    static let examples = ["nightjar record alerts", "nightjar record alerts --all --json"]

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let body = try await client.body(.alerts, AlertListRequest(all: arguments.has("--all")))
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let alerts = try GatewayClient.read(AlertListDocument.self, body).alerts
        guard !alerts.isEmpty else { return Output.note("Nothing has to be seen to.") }
        let now = WallClock().now
        for alert in alerts { for line in alert.lines(now: now) { try Output.line(line) } }
    }
}

/// `nightjar record acknowledge`.
enum RecordAcknowledgeCommand: Command {
    static let name = "record acknowledge"
    static let summary = "Acknowledge alerts"
    static let operands = ["NUMBER...?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar record acknowledge", "nightjar record acknowledge 12 14"]
    static let discussion = "Without a number all are meant. `nightjar record alerts` lists them with their numbers."

    static func run(_ arguments: Arguments) async throws {
        let numbers = try arguments.operands.map { word in
            guard let number = Int(word) else { throw arguments.usage("“\(word)” is no number of an alert.") }
            return number
        }
        let client = try GatewayClient(arguments)
        let open = try await client.ask(.alerts).alerts.map(\.id)
        let meant = numbers.isEmpty ? open : numbers
        if meant.isEmpty, !arguments.has("--json") { return Output.note("Nothing has to be seen to.") }
        for number in meant {
            _ = try await client.ask(.acknowledgeAlert, RowRequest(number))
            if !arguments.has("--json") { try Output.line("Alert \(number) has been seen.") }
        }
        try Output.done(arguments) { $0.array("acknowledged", meant.map(Double.init)) }
    }
}
