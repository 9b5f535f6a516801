import Documents
import Runtime
import Signals

/// `nightjar devices import`.
enum DevicesImportCommand: Command {
    static let name = "devices import"
    static let summary = "Import the recordings on a mounted recorder"
    static let operands = ["ID"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = ["nightjar devices import \"ActiGraph\"", "nightjar devices import volume-1A2B-3C4D --json"]
    static let discussion = """
        `nightjar devices` lists the recorders with the files that they offer. Nothing on the recorder is changed, and the
        same recording twice is in the store once.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let device = try await client.device(arguments.operands[0])
        let begun = try await client.ask(.importDevice, DeviceRequest(device.id)).imports
        let isJSON = arguments.has("--json")
        let failed = try await stoppable {
            var failed = 0
            for status in begun {
                let done = try await Importing(client: client, zone: nil).follow(status)
                try ImportCommand.tell(done, done.name, isJSON: isJSON)
                if done.state?.isGood != true { failed += 1 }
            }
            return failed
        }
        if failed > 0 { throw Failure(.failed, "\(failed) of \(begun.count) recordings were not imported.") }
    }
}
