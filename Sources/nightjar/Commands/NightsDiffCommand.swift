import Signals

/// `nightjar nights diff`.
enum NightsDiffCommand: Command {
    static let name = "nights diff"
    static let summary = "Show what changed between the scorings of a night"
    static let operands = ["DATE"]
    static let options =
        GatewayAccess.options + [
            Option("--device", "ID", "whose night"),
            Option.json,
        ]
    static let examples = ["nightjar nights diff 2026-11-20", "nightjar nights diff latest --json"]
    static let discussion = """
        Each scoring that the store has of the night, by its methods and versions, and how the night that is shown, with
        what you said of it, differs.
        """

    private struct List: Decodable {
        struct Version: Decodable {
            var source: String
            var methods: [NightDifferenceReply.Method]
            var toShown: NightDifferenceReply
            enum CodingKeys: String, CodingKey {
                case source, methods
                case toShown = "to_shown"
            }
        }
        var versions: [Version]
    }

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let device = arguments.value("--device").map { "?device=\(GatewayClient.escape($0))" } ?? ""
            let date = GatewayClient.escape(arguments.operands[0])
            let body = try await client.body("GET", "/api/v1/nights/\(date)/versions\(device)")
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            for version in try GatewayClient.decode(List.self, body).versions {
                for line in lines(version) { try Output.line(line) }
            }
        }
    }

    private static func lines(_ version: List.Version) -> [String] {
        let methods = version.methods.map(\.text).joined(separator: ", ")
        let lines = version.toShown.lines
        return ["\(methods) (\(version.source))"] + (lines.isEmpty ? ["  as it is shown"] : lines)
    }
}
