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

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        guard let word = arguments.operands.first else {
            let body = try await client.body(.wearers)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let people = try GatewayClient.read(WearerListDocument.self, body).wearers
            if people.isEmpty { Output.note("Nobody yet. Say who wears a device with `nightjar wearers assign`.") }
            for person in people { try Output.line("\(person.id.rawValue)  \(person.name)") }
            return
        }
        let body = try await client.body(.wearings, WearingsRequest(try await recorder(word, client).id))
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        for wearing in try GatewayClient.read(WearingListDocument.self, body).wearings {
            let name = wearing.wearer.name ?? "\(wearing.wearer.id.rawValue)"
            try Output.line("\(time(wearing.start)) to \(wearing.end.map(time) ?? "now"): \(name)")
        }
    }

    /// The device that a word names; a recorder that only ever came as a file is named by its id.
    static func recorder(_ word: String, _ client: GatewayClient) async throws -> (id: String, name: String) {
        do {
            let device = try await client.device(word)
            return (device.id, device.name)
        } catch let failure as Failure where failure.code == .notFound {
            return (word, word)
        }
    }

    /// The minute on this machine's wall.
    private static func time(_ instant: Instant) -> String {
        "\(((try? Zone.local()) ?? .utc).civilTime(at: instant))"
    }
}

/// `nightjar wearers assign`.
enum WearersAssignCommand: Command {
    static let name = "wearers assign"
    static let summary = "Set who wears a device, from now on or for a time in the past"
    static let operands = ["ID", "NAME"]
    static let options =
        GatewayClient.options + [
            Option("--from", "T_S", "from this time on, UTC seconds (default: now; of files the first)"),
            Option("--to", "T_S", "until this time, UTC seconds (default: until changed)"), Option.json,
        ]
    static let examples = [
        "nightjar wearers assign \"Polar H10 8A3F12\" Ada",
        "nightjar wearers assign axivity-39434 Ben --from 1763676000",
        "nightjar wearers assign cambridge-neurotechnology-v664055 Ada",
    ]
    static let discussion = """
        What was said of that time before is replaced; nights follow at once. NAME `nobody` says that nobody wears it. ID may be
        a recorder that only ever came as a file, by the id that `nightjar nights --all --csv` shows.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await WearersCommand.recorder(arguments.operands[0], client)
        let name = arguments.operands[1]
        let (start, end) = (try arguments.number("--from"), try arguments.number("--to"))
        let request = CorrectWearingRequest(
            device.id, name == "nobody" ? .nobody : .name(name), from: try instant(start), to: try instant(end))
        _ = try await client.ask(.correctWearing, request)
        try Output.done(arguments, "\(device.name): worn by \(name).") { json in
            json.field("device", device.id)
            json.field("wearer", name == "nobody" ? nil : name)
            json.field("start_s", start)
            json.field("end_s", end)
        }
    }

    private static func instant(_ seconds: Double?) throws -> Instant? {
        guard let seconds else { return nil }
        guard let instant = Instant(secondsSince1970: seconds) else {
            throw Failure(.usage, "\(seconds) is no time in UTC seconds.")
        }
        return instant
    }
}
