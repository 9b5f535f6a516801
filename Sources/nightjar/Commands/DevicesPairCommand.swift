import Documents
import Runtime
import Signals

/// `nightjar devices pair`.
enum DevicesPairCommand: Command {
    static let name = "devices pair"
    static let summary = "Pair with a device anew that has lost its pairing"
    static let operands = ["ID"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar devices pair bluetooth-A0:9E:1A:8A:3F:12"]
    static let discussion = """
        ID is the id, or the name where only one device has it. The old pairing is forgotten on this side, and the device is
        paired when it next demands that; put it into pairing mode before. What it recorded stays.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        _ = try await client.ask(.pairDevice, DeviceRequest(device.id))
        try Output.done(arguments, "\(device.name) is paired anew as soon as it is near and ready.") { json in
            json.field("id", device.id)
            json.field("pairing", true)
        }
    }
}
