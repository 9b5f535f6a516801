import Bluetooth
import Documents
import Runtime
import Signals

/// `nightjar bluetooth adapters`.
enum BluetoothAdaptersCommand: Command {
    static let name = "bluetooth adapters"
    static let summary = "List this machine's Bluetooth adapters and their problems"
    static let options = [Option.json]
    static let examples = ["nightjar bluetooth adapters", "nightjar bluetooth adapters --json"]
    static let discussion = "Changes nothing. Works beside a running bluetoothd and without one."

    static func run(_ arguments: Arguments) async throws {
        let list = await (try BluetoothRadio()).adapters()
        if arguments.has("--json") {
            try Output.write(json(list).bytes + [10])
        } else {
            for adapter in list.adapters { try Output.line(line(adapter)) }
            if let warning = list.warning { Output.note(warning) }
            if list.isShared { Output.note("bluetoothd runs too; Nightjar works beside it.") }
        }
        if let problem = list.problem { throw Failure(.notFound, problem) }
    }

    private static func line(_ adapter: BluetoothAdapter) -> String {
        let state = adapter.isPowered ? "on" : "off"
        let address = adapter.address?.description ?? "no address"
        let head = "\(adapter.name)  \(address)  \(state)  \(adapter.alias)"
        return adapter.problem.map { "\(head)\n  \($0)" } ?? head
    }

    private static func json(_ list: AdapterList) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.array("adapters") { json in
                for adapter in list.adapters {
                    json.object { json in
                        json.field("name", adapter.name)
                        json.field("address", adapter.address?.description)
                        json.field("alias", adapter.alias)
                        json.field("powered", adapter.isPowered)
                        json.field("low_energy", adapter.hasLowEnergy)
                        json.field("blocked", adapter.isBlocked)
                        json.field("problem", adapter.problem)
                        json.field("active_scan_share", adapter.airtime.share)
                        json.field("power_cycles", adapter.powerCycles)
                        json.field("port_resets", adapter.busResets)
                    }
                }
            }
            json.field("bluetoothd", list.isShared)
            json.field("warning", list.warning)
            json.field("problem", list.problem)
        }
        return json
    }
}
