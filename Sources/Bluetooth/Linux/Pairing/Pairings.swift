/// Keys and parameters of the devices known to one adapter.
struct Pairings: Hashable, Sendable {
    /// Long-term keys, which encrypt.
    var longTermKeys: [LongTermKey] = []
    /// Identity resolving keys.
    var identityKeys: [IdentityKey] = []
    /// Connection parameters that devices asked for and were granted.
    var parameters: [BluetoothAddress: ConnectionParameters] = [:]
    /// The lasting addresses of devices, by the changing ones under which they were paired.
    var identities: [BluetoothAddress: BluetoothAddress] = [:]

    /// The address under which the device with this lasting one was met; nil when it was met under that one.
    func metAs(_ lasting: BluetoothAddress) -> BluetoothAddress? {
        identities.lazy.filter { $0.value == lasting }.map(\.key).min { $0.bits < $1.bits }
    }

    /// Removes the keys and parameters of a device.
    mutating func forget(_ address: BluetoothAddress) {
        let known = Set([address, identities[address] ?? address])
        longTermKeys.removeAll { known.contains($0.address) }
        identityKeys.removeAll { known.contains($0.address) }
        parameters = parameters.filter { !known.contains($0.key) }
        identities = identities.filter { !known.contains($0.key) && !known.contains($0.value) }
    }

    /// Keeps a key in place of an older one for the same purpose.
    mutating func add(_ key: LongTermKey) {
        longTermKeys.removeAll { $0.address == key.address && $0.initiator == key.initiator }
        longTermKeys.append(key)
    }

    /// Keeps a key in place of the device's older one, which was met as `random`.
    mutating func add(_ key: IdentityKey, metAs random: BluetoothAddress) {
        if random != key.address, random.bits != 0 { identities[random] = key.address }
        identityKeys.removeAll { $0.address == key.address }
        identityKeys.append(key)
    }
}
