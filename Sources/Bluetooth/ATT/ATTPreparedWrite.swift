public import Signals

/// Asks to prepare a part of a value for writing (3.4.6.1).
public struct ATTPrepareWriteRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .prepareWriteRequest }
    /// Where, from which byte on, and what.
    public var part: ATTWritePart

    /// Prepares `part`.
    public init(part: ATTWritePart) { self.part = part }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// Repeats what was prepared (3.4.6.2).
public struct ATTPrepareWriteResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .prepareWriteResponse }
    /// What the server keeps.
    public var part: ATTWritePart

    /// Repeats `part`.
    public init(part: ATTWritePart) { self.part = part }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { part = try ATTWritePart(&cursor) }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { part.append(to: &bytes) }
}

/// A part of a value on its way to a server.
public struct ATTWritePart: Hashable, Sendable {
    /// Where.
    public var handle: UInt16
    /// From which byte of the value on.
    public var offset: UInt16
    /// What.
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
    /// Its first byte.
    public static var opcode: ATTOpcode { .executeWriteRequest }
    /// Whether to write rather than to forget.
    public var writes: Bool

    /// Writes or forgets.
    public init(writes: Bool) { self.writes = writes }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let flag = try cursor.little(UInt8.self)
        guard flag <= 1 else { throw DecodeError(.invalid("\(flag) is no such flag"), at: cursor.offset - 1) }
        writes = flag == 1
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { bytes.append(writes ? 1 : 0) }
}

/// Answers that it is written or forgotten (3.4.6.4).
public struct ATTExecuteWriteResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .executeWriteResponse }

    /// It is written or forgotten.
    public init() {}

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {}
}
