public import Signals

/// Asks to write a value (3.4.5.1).
public struct ATTWriteRequest: ATTValuePDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .writeRequest }
    /// Where.
    public var handle: UInt16
    /// What.
    public var value: [UInt8]

    /// Writes `value` to `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Answers that it is written (3.4.5.2).
public struct ATTWriteResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .writeResponse }

    /// It is written.
    public init() {}

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {}
}

/// Writes a value without an answer (3.4.5.3).
public struct ATTWriteCommand: ATTValuePDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .writeCommand }
    /// Where.
    public var handle: UInt16
    /// What.
    public var value: [UInt8]

    /// Writes `value` to `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Writes a value with a signature, without an answer (3.4.5.4). Never sent and never obeyed by us.
public struct ATTSignedWriteCommand: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .signedWriteCommand }
    /// Where.
    public var handle: UInt16
    /// What.
    public var value: [UInt8]
    /// A counter and a code, 12 bytes.
    public var signature: [UInt8]

    /// Writes `value` to `handle`, signed with 12 bytes.
    public init(handle: UInt16, value: [UInt8], signature: [UInt8]) {
        self.handle = handle
        self.value = value
        self.signature = signature
    }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        guard cursor.remaining >= 12 else {
            throw DecodeError(.truncated(needed: 12, available: cursor.remaining), at: cursor.offset)
        }
        value = try cursor.array(cursor.remaining - 12)
        signature = try cursor.array(12)
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes += value + signature
    }
}
