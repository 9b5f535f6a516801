import Documents
import Runtime
import Signals

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

extension Pairings {
    /// Keys and parameters as one JSON value, for the key folder.
    var json: JSONValue {
        .object([
            "long_term_keys": .array(longTermKeys.map { Self.entry($0.address, Self.bytes($0.write)) }),
            "identity_keys": .array(identityKeys.map { Self.entry($0.address, Self.bytes($0.write)) }),
            "parameters": .array(
                parameters.sorted { $0.key.bits < $1.key.bits }.map { address, values in
                    Self.entry(
                        address,
                        Self.bytes {
                            $0.address(address)
                            values.write(to: &$0)
                        })
                }),
            "identities": .array(
                identities.sorted { $0.key.bits < $1.key.bits }.map { random, identity in
                    Self.entry(
                        identity,
                        Self.bytes {
                            $0.address(random)
                            $0.address(identity)
                        })
                }),
        ])
    }

    /// What ``json`` made; entries that make no sense are left out.
    /// - Throws: `DecodeError` when it is no object.
    init(_ json: JSONValue) throws(DecodeError) {
        guard case .object(let members) = json else { throw DecodeError(.mismatch("no object of pairings"), at: 0) }
        longTermKeys = Self.entries(members["long_term_keys"]).compactMap { bytes in
            var cursor = ByteCursor(bytes.span.bytes)
            return try? LongTermKey(&cursor)
        }
        identityKeys = Self.entries(members["identity_keys"]).compactMap { bytes in
            var cursor = ByteCursor(bytes.span.bytes)
            return try? IdentityKey(&cursor)
        }
        for bytes in Self.entries(members["parameters"]) {
            var cursor = ByteCursor(bytes.span.bytes)
            guard let address = try? cursor.address(), let values = try? ConnectionParameters(&cursor) else { continue }
            parameters[address] = values
        }
        for bytes in Self.entries(members["identities"]) {
            var cursor = ByteCursor(bytes.span.bytes)
            guard let random = try? cursor.address(), let identity = try? cursor.address() else { continue }
            identities[random] = identity
        }
    }

    /// The address is for people; the bytes, as the kernel has them, hold everything.
    private static func entry(_ address: BluetoothAddress, _ bytes: [UInt8]) -> JSONValue {
        .object(["address": .string(address.description), "bytes": .string(HexText.text(bytes))])
    }

    private static func bytes(_ write: (inout LittleWriter) -> Void) -> [UInt8] {
        var writer = LittleWriter()
        write(&writer)
        return writer.bytes
    }

    private static func entries(_ value: JSONValue?) -> [[UInt8]] {
        guard case .array(let entries)? = value else { return [] }
        return entries.compactMap { entry in
            guard let text = entry.object?["bytes"]?.string, text.utf8.count.isMultiple(of: 2) else { return nil }
            let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
            guard digits.count == text.utf8.count else { return nil }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }
}
