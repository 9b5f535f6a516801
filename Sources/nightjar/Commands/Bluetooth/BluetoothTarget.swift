import Bluetooth
import Runtime
import Signals
import Synchronization

/// The device that a command line names, and how to reach it.
enum BluetoothTarget {
    static let options = [
        Option("--kind", "KIND", "of the address: public or random (default: found out by listening)"),
        Option("--seconds", "N", "for how long (default: for ever)"),
        Option("--mtu", "N", "the transmission unit to ask for, 23 to 517 (default: 247)"),
        Option("--no-pairing", nil, "never pair with the device"),
        DataFolder.option,
    ]

    /// A radio that keeps its pairings in the gateway's folder.
    static func radio(_ arguments: Arguments) throws -> BluetoothRadio {
        let folder = try DataFolder(arguments)
        return try BluetoothRadio(
            zone: (try? Zone.local()) ?? .utc, keyFolder: "\(folder.path)/bluetooth-keys")
    }

    /// The options of the link.
    static func options(_ arguments: Arguments) throws -> GATTLinkOptions {
        var options = GATTLinkOptions()
        if let unit = try arguments.integer("--mtu", in: 23...517) { options.transmissionUnit = unit }
        options.mayPair = !arguments.has("--no-pairing")
        return options
    }

    /// The address in the first operand; where its kind is not said, it is heard out.
    static func address(_ arguments: Arguments, _ radio: BluetoothRadio) async throws -> BluetoothAddress {
        let text = arguments.operands[0]
        guard let address = BluetoothAddress(text, kind: .random) else {
            throw arguments.usage("“\(text)” is no address such as F1:F2:F3:F4:F5:F6.")
        }
        if let kind = arguments.value("--kind") {
            guard let kind = BluetoothAddress.Kind(rawValue: kind) else {
                throw arguments.usage("--kind is public or random, not “\(kind)”.")
            }
            return BluetoothAddress(bits: address.bits, kind: kind)
        }
        return try await Self.heard(address, radio)
    }

    /// The address with the kind that it is heard with.
    static func heard(_ address: BluetoothAddress, _ radio: BluetoothRadio) async throws -> BluetoothAddress {
        let heard = Mutex<BluetoothAddress?>(nil)
        let listening = Task {
            try await radio.scan(ScanFilter()) { advertisement in
                if advertisement.address.bits == address.bits { heard.withLock { $0 = advertisement.address } }
            }
        }
        for _ in 0..<100 where heard.withLock({ $0 }) == nil { try? await Task.sleep(for: .milliseconds(100)) }
        listening.cancel()
        _ = await listening.result
        // Not heard: the two highest bits of a random address that lasts are ones.
        return heard.withLock { $0 }
            ?? BluetoothAddress(bits: address.bits, kind: address.bits >> 46 == 3 ? .random : .public)
    }
}
