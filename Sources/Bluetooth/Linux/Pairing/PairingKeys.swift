import Signals

/// A key that encrypts the link to a paired device.
struct LongTermKey: Hashable, Sendable {
    /// The device that the key is shared with.
    var address: BluetoothAddress
    /// The kernel's kind of key, 0 ... 4: legacy or secure, unauthenticated or authenticated.
    var kind: UInt8
    /// 1 for the key of the side that connects, of legacy pairing.
    var initiator: UInt8
    /// Significant bytes of the key, 7 ... 16.
    var size: UInt8
    /// Encrypted diversifier, which names the key in legacy pairing.
    var diversifier: UInt16
    /// Random number, which names the key in legacy pairing.
    var random: UInt64
    /// The key, 16 bytes.
    var value: [UInt8]

    /// 36 bytes as in Load Long Term Keys and in the event of a new one.
    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        address = try cursor.address()
        kind = try cursor.little()
        initiator = try cursor.little()
        size = try cursor.little()
        diversifier = try cursor.little()
        random = try cursor.little()
        value = try cursor.array(16)
    }

    func write(to writer: inout LittleWriter) {
        writer.address(address)
        writer.bytes += [kind, initiator, size]
        writer.little(diversifier)
        writer.little(random)
        writer.bytes += value
    }
}

/// A key that tells under which changing addresses a paired device hides.
struct IdentityKey: Hashable, Sendable {
    /// The device's identity address, which does not change.
    var address: BluetoothAddress
    /// The key, 16 bytes.
    var value: [UInt8]

    /// 23 bytes as in Load Identity Resolving Keys and at the end of the event of a new one.
    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        address = try cursor.address()
        value = try cursor.array(16)
    }

    func write(to writer: inout LittleWriter) {
        writer.address(address)
        writer.bytes += value
    }
}
