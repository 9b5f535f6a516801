import Documents
import Runtime

/// `nightjar version`.
enum VersionCommand: Command {
    static let name = "version"
    static let summary = "Show the version"
    static let options = [Option.json]
    static let examples = ["nightjar version", "nightjar version --json"]

    static func run(_ arguments: Arguments) async throws {
        guard arguments.has("--json") else { return try Output.line("nightjar \(Version.current)") }
        var json = JSONText()
        json.object { json in json.field("version", Version.current) }
        try Output.line(json.string)
    }
}
