public import Signals

/// Asks for a value (3.4.4.3).
public struct ATTReadRequest: ATTPDU {
    /// `ATT_READ_REQ`, 0x0A.
    public static var opcode: ATTOpcode { .readRequest }
    /// The handle of the attribute.
    public var handle: UInt16

    /// Asks for the value of `handle`.
    public init(handle: UInt16) { self.handle = handle }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { handle = try cursor.little() }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { bytes.append(little: handle) }
}

/// Answers with a value, cut off at the transmission unit (3.4.4.4).
public struct ATTReadResponse: ATTPDU {
    /// `ATT_READ_RSP`, 0x0B.
    public static var opcode: ATTOpcode { .readResponse }
    /// The value, as much as fits: the transmission unit less one byte.
    public var value: [UInt8]

    /// A response with `value`.
    public init(value: [UInt8]) { self.value = value }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}

/// Asks for a value from an offset on (3.4.4.5).
public struct ATTReadBlobRequest: ATTPDU {
    /// `ATT_READ_BLOB_REQ`, 0x0C.
    public static var opcode: ATTOpcode { .readBlobRequest }
    /// The handle of the attribute.
    public var handle: UInt16
    /// The offset of the first byte that is wanted.
    public var offset: UInt16

    /// Asks for the value of `handle` from `offset` on.
    public init(handle: UInt16, offset: UInt16) {
        self.handle = handle
        self.offset = offset
    }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        offset = try cursor.little()
    }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes.append(little: offset)
    }
}

/// Answers with a part of a value, cut off at the transmission unit (3.4.4.6).
public struct ATTReadBlobResponse: ATTPDU {
    /// `ATT_READ_BLOB_RSP`, 0x0D.
    public static var opcode: ATTOpcode { .readBlobResponse }
    /// The bytes from the offset on; empty at the end of the value.
    public var value: [UInt8]

    /// A response with a part of a value.
    public init(value: [UInt8]) { self.value = value }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}
