import Documents
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

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let asked = NightRequest(arguments.operands[0], device: arguments.value("--device"))
            let body = try await client.body(.nightVersions, asked)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            for version in try GatewayClient.read(NightVersionsDocument.self, body).versions {
                for line in lines(version) { try Output.line(line) }
            }
        }
    }

    private static func lines(_ version: NightVersionsDocument.Version) -> [String] {
        let methods = version.methods.map(\.text).joined(separator: ", ")
        let lines = version.toShown.lines
        return ["\(methods) (\(version.source.rawValue))"] + (lines.isEmpty ? ["  as it is shown"] : lines)
    }
}
