import Bluetooth
import Documents
import Runtime
import Signals

/// `nightjar bluetooth forget`.
enum BluetoothForgetCommand: Command {
    static let name = "bluetooth forget"
    static let summary = "Forget the pairing with a Bluetooth device"
    static let operands = ["ADDRESS"]
    static let options = [
        Option("--kind", "KIND", "of the address: public or random (default: both)"), DataFolder.option, Option.json,
    ]
    static let examples = ["nightjar bluetooth forget F1:F2:F3:F4:F5:F6"]
    static let discussion = """
        Takes its keys from the gateway's folder and from the kernel, and ends a link to it. A device that was reset or paired
        with something else connects again after this. A gateway that runs keeps its own copy: stop it first.
        """

    static func run(_ arguments: Arguments) async throws {
        let radio = try BluetoothTarget.radio(arguments)
        for kind in BluetoothAddress.Kind.allCases {
            if let wanted = arguments.value("--kind"), wanted != kind.rawValue { continue }
            guard let address = BluetoothAddress(arguments.operands[0], kind: kind) else {
                throw arguments.usage("“\(arguments.operands[0])” is no address such as F1:F2:F3:F4:F5:F6.")
            }
            try await radio.forget(address)
        }
        guard arguments.has("--json") else { return Output.note("Forgotten.") }
        try Output.done(arguments) { json in
            json.field("address", arguments.operands[0])
            json.field("forgotten", true)
        }
    }
}
