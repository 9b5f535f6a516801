import Documents
import Runtime
import Signals

/// `nightjar devices key`.
enum DevicesKeyCommand: Command {
    static let name = "devices key"
    static let summary = "Enter the key that opens a device"
    static let operands = ["ID"]
    static let options = GatewayClient.options + [Option("--remove", nil, "take the key away"), Option.json]
    static let examples = [
        "nightjar devices key bluetooth-c8:0f:10:11:22:33",
        "nightjar devices key \"Mi Smart Band 4\" < key.txt",
    ]
    static let discussion = """
        ID is the id, or the name where only one device has it. Bands of some makers give nothing to whoever does not have
        their key: 32 hexadecimal digits that the maker's app or server knows. It is asked for, or the first line of
        standard input, and shown nowhere again. The device is connected anew with it; it is erased when the device is
        forgotten.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        let removes = arguments.has("--remove")
        if removes {
            _ = try await client.ask(.removeDeviceKey, DeviceRequest(device.id))
        } else {
            let text = try PasswordPrompt.ask("Key of \(device.name)", for: "key")
            guard DeviceKey(text: text) != nil else {
                throw Failure(.usage, "A key has 32 hexadecimal digits, perhaps behind 0x.")
            }
            let key = SecretText(text.filter { !" :-\t".contains($0) })
            _ = try await client.ask(.enterDeviceKey, DeviceKeyRequest(device.id, key: key))
        }
        let done =
            removes ? "The key of \(device.name) is taken away." : "\(device.name) is opened with this key from now on."
        try Output.done(arguments, done) { json in
            json.field("id", device.id)
            json.field("key", !removes)
        }
    }
}
