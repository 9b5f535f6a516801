public import Signals

/// Asks to prepare a part of a value for writing (3.4.6.1).
public struct ATTPrepareWriteRequest: ATTPDU {
    /// `ATT_PREPARE_WRITE_REQ`, 0x16.
    public static var opcode: ATTOpcode { .prepareWriteRequest }
    /// The handle, the offset and the bytes.
    public var part: ATTWritePart

    /// Asks to prepare `part`.
    public init(part: ATTWritePart) { self.part = part }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// Repeats what was prepared (3.4.6.2).
public struct ATTPrepareWriteResponse: ATTPDU {
    /// `ATT_PREPARE_WRITE_RSP`, 0x17.
    public static var opcode: ATTOpcode { .prepareWriteResponse }
    /// The part as the server stored it, to be compared with what was sent.
    public var part: ATTWritePart

    /// Confirms `part`.
    public init(part: ATTWritePart) { self.part = part }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// A part of a value on its way to a server.
public struct ATTWritePart: Hashable, Sendable {
    /// The handle of the attribute.
    public var handle: UInt16
    /// The offset of the first byte within the value.
    public var offset: UInt16
    /// The bytes to write.
    public var value: [UInt8]

    /// A part of a value that begins at byte `offset` of it.
    public init(handle: UInt16, offset: UInt16, value: [UInt8]) {
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
public struct ATTExecuteWriteRequest: ATTPDU {
    /// `ATT_EXECUTE_WRITE_REQ`, 0x18.
    public static var opcode: ATTOpcode { .executeWriteRequest }
    /// True writes what was prepared, false discards it.
    public var writes: Bool

    /// Asks to write or to discard what was prepared.
    public init(writes: Bool) { self.writes = writes }

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let flag = try cursor.little(UInt8.self)
        guard flag <= 1 else { throw DecodeError(.invalid("\(flag) is no such flag"), at: cursor.offset - 1) }
        writes = flag == 1
    }

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) { bytes.append(writes ? 1 : 0) }
}

/// Answers that it is written or forgotten (3.4.6.4).
public struct ATTExecuteWriteResponse: ATTPDU {
    /// `ATT_EXECUTE_WRITE_RSP`, 0x19.
    public static var opcode: ATTOpcode { .executeWriteResponse }

    /// A response; it has no parameters.
    public init() {}

    /// Decodes the parameters, the bytes after the opcode.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends the parameters, the bytes after the opcode.
    public func appendParameters(to bytes: inout [UInt8]) {}
}
