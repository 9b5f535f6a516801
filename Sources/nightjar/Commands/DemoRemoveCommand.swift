import Documents
import Runtime
import Signals
import Store

/// `nightjar demo remove`.
enum DemoRemoveCommand: Command {
    static let name = "demo remove"
    static let summary = "Throw away what a demonstration has made up"
    static let options = [
        Option("--data", "DIR", "its folder (default: ~/.local/share/nightjar-demo)"),
        Option("--dry-run", nil, "only tell what would go"), Option.json,
    ]
    static let examples = ["nightjar demo remove --dry-run", "nightjar demo remove --data out/demo"]
    static let discussion = """
        The folder of a demonstration goes as a whole, while no gateway runs on it, apart from what Nightjar did not put there.
        Earlier versions kept a demonstration among your own data: where DIR is such a folder, the made-up wearers go with their
        nights, and all else stays.
        """

    /// What goes, and what does not.
    private struct Removal {
        var folder: String
        /// Whether the whole folder goes.
        var isWhole: Bool
        var wearers: Int
        var nights: Int
        var bytes: Int64?
        var left: [String] = []
    }

    static func run(_ arguments: Arguments) async throws {
        let folder = try DataFolder.demo(arguments)
        guard folder.hasStore else { throw Failure(.notFound, "There is no demonstration in \(folder.path).") }
        let isDry = arguments.has("--dry-run")
        let demo = try DemoFolder(path: folder.path)
        let removal: Removal
        if let content = demo.content, content.isDemo {
            var whole = Removal(
                folder: folder.path, isWhole: true, wearers: content.devices.count, nights: content.nights.count,
                bytes: demo.bytes)
            whole.left = isDry ? [] : try demo.remove()
            removal = whole
        } else {
            let gone = try await GatewayAccess.run(folder: folder.path, isNew: false) { client in
                try await client.ask(isDry ? .madeUp : .removeMadeUp)
            }
            guard gone.wearers > 0 else {
                throw Failure(.notFound, "Nothing in \(folder.path) is made up.")
            }
            removal = Removal(folder: folder.path, isWhole: false, wearers: gone.wearers, nights: gone.nights)
        }
        try tell(removal, isDry: isDry, isJSON: arguments.has("--json"))
    }

    private static func tell(_ removal: Removal, isDry: Bool, isJSON: Bool) throws {
        guard !isJSON else {
            var json = JSONText()
            json.object { json in
                json.field("folder", removal.folder)
                json.field("whole", removal.isWhole)
                json.field("removed", !isDry)
                json.field("wearers", removal.wearers)
                json.field("nights", removal.nights)
                json.field("bytes", removal.bytes.map(Int.init))
                json.array("left", removal.left)
            }
            return try Output.write(json.bytes + [10])
        }
        let nights = removal.nights
        let size = removal.bytes.map { ", \($0 / 1_000_000) MB" } ?? ""
        let what =
            "\(removal.isWhole ? "the demonstration in" : "what is made up in") \(removal.folder): "
            + "\(removal.wearers) wearer\(removal.wearers == 1 ? "" : "s"), \(nights) night\(nights == 1 ? "" : "s")\(size)"
        try Output.line("\(isDry ? "Would remove" : "Removed") \(what).")
        if !removal.isWhole { try Output.line("Your own data \(isDry ? "would stay" : "are as they were").") }
        if !removal.left.isEmpty {
            try Output.line("Left, as Nightjar did not put it there: \(removal.left.joined(separator: ", "))")
        }
    }
}
