import Documents
import Runtime
import Signals

/// `nightjar devices adopt`.
enum DevicesAdoptCommand: Command {
    static let name = "devices adopt"
    static let summary = "Adopt a device: connect whenever it is in range and record it"
    static let operands = ["ID"]
    static let options =
        GatewayClient.options + [
            Option("--name", "NAME", "what to call it"),
            Option("--streams", "LIST", "what to record, such as heart_rate,rr_interval (default: all)"),
            Option("--wearer", "NAME", "who wears it from now on"),
            Option("--profile", "ID", "the profile to try, for a device that is not known"),
            Option.json,
        ]
    static let examples = [
        "nightjar devices adopt bluetooth-A0:9E:1A:8A:3F:12",
        "nightjar devices adopt \"Polar H10 8A3F12\" --wearer Ada",
    ]
    static let discussion = """
        ID is the id, or the name where only one device has it. This is the consent to record the streams, kept with its
        time; said again with other options it changes them.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        var choices = DeviceChoicesRequest(device.id)
        (choices.name, choices.profile) = (arguments.value("--name"), arguments.value("--profile"))
        choices.wearer = arguments.value("--wearer").map { .name($0) }
        choices.streams = arguments.value("--streams")?.split(separator: ",").map(String.init)
        let body = try await client.body(.adoptDevice, choices)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let adopted = try GatewayClient.read(DeviceDocument.self, body)
        try Output.line("\(adopted.name) is used from now on.")
        for line in adopted.lines.dropFirst() { try Output.line(line) }
    }
}

/// `nightjar devices forget`.
enum DevicesForgetCommand: Command {
    static let name = "devices forget"
    static let summary = "Stop using a device; its recorded data stay"
    static let operands = ["ID"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar devices forget bluetooth-A0:9E:1A:8A:3F:12"]
    static let discussion = "ID is the id, or the name where only one device has it. The consent to record it ends."

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        _ = try await client.ask(.forgetDevice, DeviceRequest(device.id))
        try Output.done(arguments, "\(device.name) is forgotten. What it recorded stays.") { json in
            json.field("id", device.id)
            json.field("forgotten", true)
        }
    }
}
