public import Signals

/// Asks to write a value (3.4.5.1).
public struct ATTWriteRequest: ATTValuePDU {
    /// `ATT_WRITE_REQ`, 0x12.
    public static var opcode: ATTOpcode { .writeRequest }
    /// The handle of the attribute.
    public var handle: UInt16
    /// The new value.
    public var value: [UInt8]

    /// Writes `value` to `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Answers that it is written (3.4.5.2).
public struct ATTWriteResponse: ATTPDU {
    /// `ATT_WRITE_RSP`, 0x13.
    public static var opcode: ATTOpcode { .writeResponse }

    /// A response; it has no parameters.
    public init() {}

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) {}
}

/// Writes a value without an answer (3.4.5.3).
public struct ATTWriteCommand: ATTValuePDU {
    /// `ATT_WRITE_CMD`, 0x52.
    public static var opcode: ATTOpcode { .writeCommand }
    /// The handle of the attribute.
    public var handle: UInt16
    /// The new value.
    public var value: [UInt8]

    /// Writes `value` to `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Writes a value with a signature, without an answer (3.4.5.4). Never sent and never obeyed by us.
public struct ATTSignedWriteCommand: ATTPDU {
    /// `ATT_SIGNED_WRITE_CMD`, 0xD2.
    public static var opcode: ATTOpcode { .signedWriteCommand }
    /// The handle of the attribute.
    public var handle: UInt16
    /// The new value.
    public var value: [UInt8]
    /// A sign counter of 4 bytes and a MAC of 8.
    public var signature: [UInt8]

    /// Writes `value` to `handle`, signed with 12 bytes.
    public init(handle: UInt16, value: [UInt8], signature: [UInt8]) {
        self.handle = handle
        self.value = value
        self.signature = signature
    }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        guard cursor.remaining >= 12 else {
            throw DecodeError(.truncated(needed: 12, available: cursor.remaining), at: cursor.offset)
        }
        value = try cursor.array(cursor.remaining - 12)
        signature = try cursor.array(12)
    }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes += value + signature
    }
}
