package import Signals

/// Asks to prepare a part of a value for writing (3.4.6.1).
package struct ATTPrepareWriteRequest: ATTPDU {
    /// `ATT_PREPARE_WRITE_REQ`, 0x16.
    package static var opcode: ATTOpcode { .prepareWriteRequest }
    /// The handle, the offset and the bytes.
    package var part: ATTWritePart

    /// Asks to prepare `part`.
    package init(part: ATTWritePart) { self.part = part }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// Repeats what was prepared (3.4.6.2).
package struct ATTPrepareWriteResponse: ATTPDU {
    /// `ATT_PREPARE_WRITE_RSP`, 0x17.
    package static var opcode: ATTOpcode { .prepareWriteResponse }
    /// The part as the server stored it, to be compared with what was sent.
    package var part: ATTWritePart

    /// Confirms `part`.
    package init(part: ATTWritePart) { self.part = part }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// A part of a value on its way to a server.
package struct ATTWritePart: Hashable, Sendable {
    /// The handle of the attribute.
    package var handle: UInt16
    /// The offset of the first byte within the value.
    package var offset: UInt16
    /// The bytes to write.
    package var value: [UInt8]

    /// A part of a value that begins at byte `offset` of it.
    package init(handle: UInt16, offset: UInt16, value: [UInt8]) {
        self.handle = handle
        self.offset = offset
        self.value = value
    }

    fileprivate init(_ cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        offset = try cursor.little()
        value = try cursor.rest()
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes.append(little: offset)
        bytes += value
    }
}

/// Asks to write or to forget what was prepared (3.4.6.3).
package struct ATTExecuteWriteRequest: ATTPDU {
    /// `ATT_EXECUTE_WRITE_REQ`, 0x18.
    package static var opcode: ATTOpcode { .executeWriteRequest }
    /// True writes what was prepared, false discards it.
    package var writes: Bool

    /// Asks to write or to discard what was prepared.
    package init(writes: Bool) { self.writes = writes }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let flag = try cursor.little(UInt8.self)
        guard flag <= 1 else { throw DecodeError(.invalid("\(flag) is no such flag"), at: cursor.offset - 1) }
        writes = flag == 1
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes.append(writes ? 1 : 0) }
}

/// Answers that it is written or forgotten (3.4.6.4).
package struct ATTExecuteWriteResponse: ATTPDU {
    /// `ATT_EXECUTE_WRITE_RSP`, 0x19.
    package static var opcode: ATTOpcode { .executeWriteResponse }

    /// A response; it has no parameters.
    package init() {}

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {}
}
