package import Signals

/// Asks for a value (3.4.4.3).
package struct ATTReadRequest: ATTPDU {
    /// `ATT_READ_REQ`, 0x0A.
    package static var opcode: ATTOpcode { .readRequest }
    /// The handle of the attribute.
    package var handle: UInt16

    /// Asks for the value of `handle`.
    package init(handle: UInt16) { self.handle = handle }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { handle = try cursor.little() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes.append(little: handle) }
}

/// Answers with a value, cut off at the transmission unit (3.4.4.4).
package struct ATTReadResponse: ATTPDU {
    /// `ATT_READ_RSP`, 0x0B.
    package static var opcode: ATTOpcode { .readResponse }
    /// The value, as much as fits: the transmission unit less one byte.
    package var value: [UInt8]

    /// A response with `value`.
    package init(value: [UInt8]) { self.value = value }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}

/// Asks for a value from an offset on (3.4.4.5).
package struct ATTReadBlobRequest: ATTPDU {
    /// `ATT_READ_BLOB_REQ`, 0x0C.
    package static var opcode: ATTOpcode { .readBlobRequest }
    /// The handle of the attribute.
    package var handle: UInt16
    /// The offset of the first byte that is wanted.
    package var offset: UInt16

    /// Asks for the value of `handle` from `offset` on.
    package init(handle: UInt16, offset: UInt16) {
        self.handle = handle
        self.offset = offset
    }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        offset = try cursor.little()
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes.append(little: offset)
    }
}

/// Answers with a part of a value, cut off at the transmission unit (3.4.4.6).
package struct ATTReadBlobResponse: ATTPDU {
    /// `ATT_READ_BLOB_RSP`, 0x0D.
    package static var opcode: ATTOpcode { .readBlobResponse }
    /// The bytes from the offset on; empty at the end of the value.
    package var value: [UInt8]

    /// A response with a part of a value.
    package init(value: [UInt8]) { self.value = value }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}
