import Signals

/// `nightjar nights diff`.
enum NightsDiffCommand: Command {
    static let name = "nights diff"
    static let summary = "Show what changed between the scorings of a night"
    static let operands = ["DATE"]
    static let options = [
        DataFolder.option,
        Option("--url", "URL", "the address of a gateway, instead of DIR"),
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
            struct Method: Decodable {
                var name: String
                var version: Int
            }
            struct Difference: Decodable {
                struct Figure: Decodable {
                    var name: String
                    var before: Double?
                    var after: Double?
                }
                var start: Double?
                var end: Double?
                var epochs: Int
                var changed: Int
                var figures: [Figure]
                enum CodingKeys: String, CodingKey {
                    case epochs, figures
                    case start = "start_shift_min"
                    case end = "end_shift_min"
                    case changed = "epochs_changed"
                }
            }
            var source: String
            var methods: [Method]
            var toShown: Difference
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
        let methods = version.methods.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
        let difference = version.toShown
        let shift = { (name: String, minutes: Double?) in
            minutes.flatMap { $0 == 0 ? nil : "  \(name) \(abs($0)) min \($0 > 0 ? "later" : "earlier")" }
        }
        var lines = [shift("begins", difference.start), shift("ends", difference.end)].compactMap { $0 }
        if difference.changed > 0 { lines.append("  \(difference.changed) of \(difference.epochs) epochs differ") }
        let text = { (value: Double?) in value.map { "\(($0 * 100).rounded() / 100)" } ?? "unknown" }
        lines += difference.figures.map { "  \($0.name): \(text($0.before)) is now \(text($0.after))" }
        return ["\(methods) (\(version.source))"] + (lines.isEmpty ? ["  as it is shown"] : lines)
    }
}
