import Signals

/// One message of the kernel's Bluetooth management interface: a command to the kernel or an event from it, six bytes of
/// header and its parameters (doc/mgmt-api.txt of BlueZ).
struct ManagementPacket: Hashable, Sendable {
    /// The index that stands for no adapter.
    static let noIndex: UInt16 = 0xFFFF
    /// Bytes of the header.
    static let headerSize = 6
    /// The largest message the kernel sends or takes.
    static let limit = headerSize + 0xFFFF

    /// A command's or an event's code.
    var code: UInt16
    /// Which adapter, 0 for `hci0`; ``noIndex`` for none.
    var index: UInt16
    /// The bytes after the header.
    var parameters: [UInt8]

    init(code: UInt16, index: UInt16 = noIndex, parameters: [UInt8] = []) {
        self.code = code
        self.index = index
        self.parameters = parameters
    }

    /// Reads one message; bytes beyond its stated length are ignored.
    /// - Throws: `DecodeError` when it is shorter than it says.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        var cursor = ByteCursor(bytes.span.bytes)
        code = try cursor.little()
        index = try cursor.little()
        parameters = try cursor.array(Int(try cursor.little(UInt16.self)))
    }

    /// The message as the kernel takes it; parameters beyond 65 535 bytes are cut off.
    var bytes: [UInt8] {
        var writer = LittleWriter()
        writer.little(code)
        writer.little(index)
        writer.little(UInt16(min(parameters.count, 0xFFFF)))
        writer.bytes += parameters.prefix(0xFFFF)
        return writer.bytes
    }
}

/// Appends integers in the byte order of Bluetooth, the least significant first.
struct LittleWriter {
    var bytes: [UInt8] = []

    mutating func little<T: FixedWidthInteger>(_ value: T) {
        for shift in stride(from: 0, to: T.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// The six octets of an address and the kernel's number for its kind.
    mutating func address(_ address: BluetoothAddress) {
        for shift in 0..<6 { bytes.append(UInt8(truncatingIfNeeded: address.bits >> (shift * 8))) }
        bytes.append(address.kind.kernelType)
    }
}

extension BluetoothAddress.Kind {
    /// The kernel's number: 0 is BR/EDR, 1 a public and 2 a random address of Low Energy.
    var kernelType: UInt8 { self == .public ? 1 : 2 }

    /// The kind of a kernel's number; nil for BR/EDR.
    init?(kernelType: UInt8) {
        switch kernelType {
        case 1: self = .public
        case 2: self = .random
        default: return nil
        }
    }
}

extension ByteCursor {
    /// Six octets of an address, the least significant first.
    mutating func addressBits() throws(DecodeError) -> UInt64 {
        let low = try little(UInt32.self)
        let high = try little(UInt16.self)
        return UInt64(high) << 32 | UInt64(low)
    }

    /// An address and its kind.
    /// - Throws: `DecodeError` also for an address of BR/EDR, which is none of ours.
    mutating func address() throws(DecodeError) -> BluetoothAddress {
        let bits = try addressBits()
        let type = try little(UInt8.self)
        guard let kind = BluetoothAddress.Kind(kernelType: type) else {
            throw DecodeError(.unsupported("address type \(type)"), at: offset - 1)
        }
        return BluetoothAddress(bits: bits, kind: kind)
    }
}
