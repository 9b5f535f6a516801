import Documents
import Signals

/// An advertisement at the kernel that outlasts this process, kept so that the next one can take it away.
struct KeptAdvertising: Hashable, Sendable {
    /// The address of the adapter: its number may be another's next.
    var adapter: BluetoothAddress
    /// Its number at the kernel.
    var instance: UInt8

    /// Of an adapter.
    init(adapter: BluetoothAddress, instance: UInt8) { (self.adapter, self.instance) = (adapter, instance) }

    /// What ``json`` made; nil for anything else.
    init?(_ json: JSONValue) {
        guard let address = json.object?["adapter"]?.string.flatMap({ BluetoothAddress($0, kind: .public) }),
            let number = json.object?["instance"]?.number, let instance = UInt8(exactly: number)
        else { return nil }
        self.init(adapter: address, instance: instance)
    }

    /// As one JSON value, for the key folder.
    var json: JSONValue {
        .object(["adapter": .string(adapter.description), "instance": .number(Double(instance))])
    }
}
