package import Signals

/// Asks to write a value (3.4.5.1).
package struct ATTWriteRequest: ATTValuePDU {
    /// `ATT_WRITE_REQ`, 0x12.
    package static var opcode: ATTOpcode { .writeRequest }
    /// The handle of the attribute.
    package var handle: UInt16
    /// The new value.
    package var value: [UInt8]

    /// Writes `value` to `handle`.
    package init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Answers that it is written (3.4.5.2).
package struct ATTWriteResponse: ATTPDU {
    /// `ATT_WRITE_RSP`, 0x13.
    package static var opcode: ATTOpcode { .writeResponse }

    /// A response; it has no parameters.
    package init() {}

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {}
}

/// Writes a value without an answer (3.4.5.3).
package struct ATTWriteCommand: ATTValuePDU {
    /// `ATT_WRITE_CMD`, 0x52.
    package static var opcode: ATTOpcode { .writeCommand }
    /// The handle of the attribute.
    package var handle: UInt16
    /// The new value.
    package var value: [UInt8]

    /// Writes `value` to `handle`.
    package init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Writes a value with a signature, without an answer (3.4.5.4). Never sent and never obeyed by us.
package struct ATTSignedWriteCommand: ATTPDU {
    /// `ATT_SIGNED_WRITE_CMD`, 0xD2.
    package static var opcode: ATTOpcode { .signedWriteCommand }
    /// The handle of the attribute.
    package var handle: UInt16
    /// The new value.
    package var value: [UInt8]
    /// A sign counter of 4 bytes and a MAC of 8.
    package var signature: [UInt8]

    /// Writes `value` to `handle`, signed with 12 bytes.
    package init(handle: UInt16, value: [UInt8], signature: [UInt8]) {
        self.handle = handle
        self.value = value
        self.signature = signature
    }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        guard cursor.remaining >= 12 else {
            throw DecodeError(.truncated(needed: 12, available: cursor.remaining), at: cursor.offset)
        }
        value = try cursor.array(cursor.remaining - 12)
        signature = try cursor.array(12)
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes += value + signature
    }
}
