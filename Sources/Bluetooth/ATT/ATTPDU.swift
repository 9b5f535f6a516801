package import Signals

/// A protocol data unit of the attribute protocol (Core Specification 5.4, vol 3 part F, 3.4).
package protocol ATTPDU: Hashable, Sendable {
    /// The PDU's opcode.
    static var opcode: ATTOpcode { get }
    /// Decodes what follows the first byte, to the end.
    /// - Throws: `DecodeError` for what is cut off, too long or inconsistent.
    init(parameters cursor: inout ByteCursor) throws(DecodeError)
    /// Appends the parameters, the bytes after the opcode.
    func appendParameters(to bytes: inout [UInt8])
}

extension ATTPDU {
    /// Decodes a whole protocol data unit.
    /// - Throws: `DecodeError` for another one, and for one that is cut off, too long or inconsistent.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        guard try cursor.little(UInt8.self) == Self.opcode.rawValue else {
            throw DecodeError(.mismatch("this is another protocol data unit"), at: 0)
        }
        try self.init(parameters: &cursor)
        guard cursor.remaining == 0 else {
            throw DecodeError(.invalid("\(cursor.remaining) bytes too many"), at: cursor.offset)
        }
    }

    /// The bytes of the whole protocol data unit.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends the whole protocol data unit.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(Self.opcode.rawValue)
        appendParameters(to: &bytes)
    }
}

extension ByteCursor {
    /// All bytes that are left.
    mutating func rest() throws(DecodeError) -> [UInt8] { try array(remaining) }

    /// Two handles, the first not 0 and not after the second.
    mutating func handles() throws(DecodeError) -> ClosedRange<UInt16> {
        let start = offset
        let (first, last) = (try little(UInt16.self), try little(UInt16.self))
        guard first > 0, first <= last else {
            throw DecodeError(.invalid("\(first) ... \(last) is no range of handles"), at: start)
        }
        return first...last
    }

    /// A UUID that fills what is left: 2 or 16 bytes.
    mutating func uuid() throws(DecodeError) -> BluetoothUUID {
        guard remaining == 2 || remaining == 16 else {
            throw DecodeError(.invalid("a UUID has no \(remaining) bytes here"), at: offset)
        }
        return try uuid(size: remaining)
    }

    /// A UUID of 2, 4 or 16 bytes.
    mutating func uuid(size: Int) throws(DecodeError) -> BluetoothUUID {
        switch size {
        case 2: return BluetoothUUID(UInt32(try little(UInt16.self)))
        case 4: return BluetoothUUID(try little(UInt32.self))
        case 16:
            let low = try little(UInt64.self)
            return BluetoothUUID(high: try little(UInt64.self), low: low)
        default: throw DecodeError(.invalid("a UUID has no \(size) bytes"), at: offset)
        }
    }
}

extension [UInt8] {
    mutating func append(little value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func append(_ handles: ClosedRange<UInt16>) {
        append(little: handles.lowerBound)
        append(little: handles.upperBound)
    }

    /// Appends a UUID in as few bytes as it takes: 2 or 16.
    mutating func append(_ uuid: BluetoothUUID) {
        if let short = uuid.short { append(little: short) } else { append(long: uuid) }
    }

    /// Appends a UUID in 16 bytes.
    mutating func append(long uuid: BluetoothUUID) {
        append(little: uuid.low)
        append(little: uuid.high)
    }
}
