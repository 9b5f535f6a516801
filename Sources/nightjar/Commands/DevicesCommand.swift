import Documents
import Runtime
import Signals

/// `nightjar devices`.
enum DevicesCommand: Command {
    static let name = "devices"
    static let summary = "List the wearables that are used and those that are near"
    static let options =
        GatewayClient.options + [
            Option("--all", nil, "also list devices in range that match no profile"),
            Option("--watch", nil, "keep running and show changes"),
            Option("--count", "N", "with --watch: stop after so many changes"),
            Option.json,
        ]
    static let examples = ["nightjar devices", "nightjar devices --watch", "nightjar devices --json"]
    static let discussion = """
        A gateway must be running: it owns the radios and the bus. What is near is only listed; nothing is recorded
        before `nightjar devices adopt ID`. With --json --watch each line is one device that changed.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let limit = try arguments.integer("--count", in: 1...1_000_000_000)
        guard arguments.has("--watch") else {
            if limit != nil { throw arguments.usage("--count goes with --watch.") }
            guard !arguments.has("--json") else {
                return try Output.write(try await client.body(.devices) + [10])
            }
            for line in try await client.devices().lines(all: arguments.has("--all")) { try Output.line(line) }
            return
        }
        try await watch(client, arguments, limit: limit)
    }

    private static func watch(_ client: GatewayClient, _ arguments: Arguments, limit: Int?) async throws {
        let screen = DeviceScreen(isJSON: arguments.has("--json"), all: arguments.has("--all"))
        var shown = 0
        try await client.events { event in
            if screen.show(event) { shown += 1 }
            return limit.map { shown < $0 } ?? true
        }
    }
}

/// `nightjar devices show`.
enum DevicesShowCommand: Command {
    static let name = "devices show"
    static let summary = "Show all details of one device"
    static let operands = ["ID"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar devices show bluetooth-A0:9E:1A:8A:3F:12", "nightjar devices show \"Polar H10\""]
    static let discussion = "ID is the id, or the name where only one device has it."

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        guard !arguments.has("--json") else {
            return try Output.write(try await client.body(.device, DeviceRequest(device.id)) + [10])
        }
        for line in device.page { try Output.line(line) }
    }
}
