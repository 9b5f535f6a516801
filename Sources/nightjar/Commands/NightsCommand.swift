import Documents
import Signals

/// `nightjar nights`.
enum NightsCommand: Command {
    static let name = "nights"
    static let summary = "List the nights in the store, or show one"
    static let operands = ["DATE?"]
    static let options =
        GatewayAccess.options + GatewayAccess.dates + [
            Option("--device", "ID", "of this device alone"),
            Option("--person", "N", "of this person alone, by the number that `nightjar wearers` shows"),
            Option("--all", nil, "each device's night, not only the most trusted of a person and date"),
            Option("--tag", "WORD", "only nights with this tag"),
            Option("--csv", nil, "a table with a row for each night"),
            Option("--figures", nil, "with --csv: all figures of each night, minutes by state and heart"),
            Option("--methods", nil, "with --csv: the same, each with its confidence, method and reason"),
            Option.json,
        ]
    static let examples = [
        "nightjar nights", "nightjar nights latest", "nightjar nights 2026-11-20 --json",
        "nightjar nights --all --csv --figures > nights.csv",
    ]
    static let discussion = """
        DATE is the day of waking up, or `latest`. A figure that cannot be known says why. The list has the most trusted night
        of each person and date.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            if arguments.has("--csv"), arguments.has("--json") || !arguments.operands.isEmpty {
                throw arguments.usage("--csv is for the list, and without --json.")
            }
            if arguments.has("--figures") || arguments.has("--methods"), !arguments.has("--csv") {
                throw arguments.usage("--figures and --methods are for the table of --csv.")
            }
            if let date = arguments.operands.first {
                try await show(date, arguments, client)
            } else {
                try await list(arguments, client)
            }
        }
    }

    private static func list(_ arguments: Arguments, _ client: GatewayClient) async throws {
        let asked = NightListRequest(
            from: try arguments.date("--from"), to: try arguments.date("--to"), device: arguments.value("--device"),
            person: try arguments.integer("--person", in: 1...Int(Int32.max)), all: arguments.has("--all") ? true : nil,
            tag: arguments.value("--tag"))
        let body = try await client.body(.nights, asked)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let list = try GatewayClient.read(NightListDocument.self, body)
        guard !arguments.has("--csv") else { return try await table(list, arguments, client) }
        if list.nights.isEmpty { Output.note("No night yet. Import a recording, or wear a device for a night.") }
        for night in list.nights { try Output.line(night.line) }
    }

    private static func table(_ list: NightListDocument, _ arguments: Arguments, _ client: GatewayClient) async throws {
        guard arguments.has("--figures") || arguments.has("--methods") else {
            return try Output.write(Array(NightTable.text(list).utf8))
        }
        let text = try await NightTable(hasMethods: arguments.has("--methods")).text(list) { night in
            let asked = NightRequest("\(night.date)", device: night.device)
            return try GatewayClient.read(NightDocument.self, try await client.body(.night, asked))
        }
        try Output.write(Array(text.utf8))
    }

    private static func show(_ date: String, _ arguments: Arguments, _ client: GatewayClient) async throws {
        let body = try await client.body(.night, NightRequest(date, device: arguments.value("--device")))
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        for line in try GatewayClient.read(NightDocument.self, body).lines { try Output.line(line) }
    }
}
