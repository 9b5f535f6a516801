import Documents
import Runtime
import Signals

/// `nightjar wearers`.
enum WearersCommand: Command {
    static let name = "wearers"
    static let summary = "List the people who wear devices, or who wore one when"
    static let operands = ["ID?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar wearers", "nightjar wearers \"Polar H10 8A3F12\""]
    static let discussion = "ID is a device: then it is told who wore it from when to when."

    private struct People: Decodable {
        struct Person: Decodable {
            var id: Int
            var name: String?
        }
        var wearers: [Person]
    }

    private struct Wearings: Decodable {
        struct Wearing: Decodable {
            var wearer: People.Person
            var start: Double
            var end: Double?
            enum CodingKeys: String, CodingKey {
                case wearer
                case start = "start_s"
                case end = "end_s"
            }
        }
        var wearings: [Wearing]
    }

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard let word = arguments.operands.first else {
            let body = try await client.body("GET", "/api/v1/wearers")
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let people = try GatewayClient.decode(People.self, body).wearers
            if people.isEmpty { Output.note("Nobody yet. Say who wears a device with `nightjar wearers assign`.") }
            for person in people { try Output.line("\(person.id)  \(person.name ?? "")") }
            return
        }
        let body = try await client.body("GET", GatewayClient.path(try await client.device(word), "/wearers"))
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        for wearing in try GatewayClient.decode(Wearings.self, body).wearings {
            let name = wearing.wearer.name ?? "\(wearing.wearer.id)"
            try Output.line("\(time(wearing.start)) to \(wearing.end.map(time) ?? "now"): \(name)")
        }
    }

    /// Local time to the minute.
    private static func time(_ seconds: Double) -> String {
        let instant = Instant(nanoseconds: Int64(max(0, min(seconds, 9e9))) * 1_000_000_000)
        return "\(((try? Zone.local()) ?? .utc).civilTime(at: instant))"
    }
}

/// `nightjar wearers assign`.
enum WearersAssignCommand: Command {
    static let name = "wearers assign"
    static let summary = "Say who wears a device, from now on or in a stretch of the past"
    static let operands = ["ID", "NAME"]
    static let options =
        GatewayClient.options + [
            Option("--from", "T_S", "from this time on, UTC seconds (default: now)"),
            Option("--to", "T_S", "until this time, UTC seconds (default: until said otherwise)"), Option.json,
        ]
    static let examples = [
        "nightjar wearers assign \"Polar H10 8A3F12\" Ada",
        "nightjar wearers assign axivity-39434 Ben --from 1763676000",
    ]
    static let discussion = """
        What was said of that time before is replaced; nights follow at once. NAME `nobody` says that nobody wears it.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        let name = arguments.operands[1]
        let (start, end) = (try arguments.number("--from"), try arguments.number("--to"))
        try await client.send("POST", GatewayClient.path(device, "/wearers")) { json in
            json.field("wearer", name == "nobody" ? nil : name)
            if let start { json.field("start_s", start) }
            if let end { json.field("end_s", end) }
        }
        try Output.done(arguments, "\(device.name): worn by \(name).") { json in
            json.field("device", device.id)
            json.field("wearer", name == "nobody" ? nil : name)
            json.field("start_s", start)
            json.field("end_s", end)
        }
    }
}
