import Bluetooth
import Documents
import Runtime
import Signals

/// `nightjar bluetooth services`.
enum BluetoothServicesCommand: Command {
    static let name = "bluetooth services"
    static let summary = "Connect to a Bluetooth device and list what it offers"
    static let operands = ["ADDRESS"]
    static let options =
        BluetoothTarget.options + [Option("--read", nil, "read every value that can be read"), Option.json]
    static let examples = [
        "nightjar bluetooth services F1:F2:F3:F4:F5:F6", "nightjar bluetooth services F1:F2:F3:F4:F5:F6 --read --json",
    ]
    static let discussion = """
        Waits until the device comes near. Pairs with it where it demands that, unless told not to; the keys are kept in the
        gateway's folder.
        """

    static func run(_ arguments: Arguments) async throws {
        let radio = try BluetoothTarget.radio(arguments)
        let options = try BluetoothTarget.options(arguments)
        let seconds = try arguments.number("--seconds", in: 0...1_000_000_000) ?? 86_400
        try await BluetoothScanCommand.whileRunning(for: seconds) {
            let address = try await BluetoothTarget.address(arguments, radio)
            let peripheral = try await radio.connect(to: address, options: options) { _ in }
            do {
                try await show(peripheral, arguments)
            } catch {
                await peripheral.disconnect()
                throw error
            }
            await peripheral.disconnect()
        }
    }

    private static func show(_ peripheral: any GATTPeripheral, _ arguments: Arguments) async throws {
        var values: [UInt16: String] = [:]
        for characteristic in peripheral.database.services.flatMap(\.characteristics)
        where arguments.has("--read") && characteristic.properties.contains(.read) {
            do {
                values[characteristic.value] = HexText.text(try await peripheral.read(characteristic))
            } catch let failure as Failure {
                Output.note(failure.message)
            }
        }
        let strength = await peripheral.signalStrength()
        if arguments.has("--json") {
            try Output.write(json(peripheral, strength, values).bytes + [10])
        } else {
            let rssi = strength.map { ", \($0) dBm" } ?? ""
            try Output.line("\(peripheral.address)  transmission unit \(peripheral.transmissionUnit)\(rssi)")
            for service in peripheral.database.services { try show(service, values) }
        }
    }

    private static func show(_ service: GATTService, _ values: [UInt16: String]) throws {
        try Output.line("\(service.handles.lowerBound)-\(service.handles.upperBound)  service \(service.uuid)")
        for characteristic in service.characteristics {
            let words = words(characteristic.properties).joined(separator: ", ")
            let value = values[characteristic.value].map { "  = \($0)" } ?? ""
            try Output.line("  \(characteristic.value)  \(characteristic.uuid)  \(words)\(value)")
        }
    }

    private static func words(_ properties: GATTCharacteristic.Properties) -> [String] {
        let names: [(GATTCharacteristic.Properties, String)] = [
            (.read, "read"), (.write, "write"), (.writeWithoutResponse, "write without response"),
            (.notify, "notify"), (.indicate, "indicate"),
        ]
        return names.filter { properties.contains($0.0) }.map(\.1)
    }

    private static func json(
        _ peripheral: any GATTPeripheral, _ strength: Int?, _ values: [UInt16: String]
    ) -> JSONText {
        var json = JSONText()
        json.object { json in
            json.field("address", peripheral.address.description)
            json.field("kind", peripheral.address.kind.rawValue)
            json.field("mtu", peripheral.transmissionUnit)
            json.field("rssi", strength)
            json.services(of: peripheral.database) { characteristic, json in
                json.array("properties", words(characteristic.properties))
                json.field("value", values[characteristic.value])
            }
        }
        return json
    }
}
