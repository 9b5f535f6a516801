public import Signals

/// Asks for a value (3.4.4.3).
public struct ATTReadRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readRequest }
    /// Whose.
    public var handle: UInt16

    /// A question for the value of `handle`.
    public init(handle: UInt16) { self.handle = handle }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { handle = try cursor.little() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { bytes.append(little: handle) }
}

/// Answers with a value, cut off at the transmission unit (3.4.4.4).
public struct ATTReadResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readResponse }
    /// The value.
    public var value: [UInt8]

    /// An answer with `value`.
    public init(value: [UInt8]) { self.value = value }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}

/// Asks for a value from an offset on (3.4.4.5).
public struct ATTReadBlobRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readBlobRequest }
    /// Whose.
    public var handle: UInt16
    /// From where, in bytes.
    public var offset: UInt16

    /// A question for what follows `offset`.
    public init(handle: UInt16, offset: UInt16) {
        self.handle = handle
        self.offset = offset
    }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handle = try cursor.little()
        offset = try cursor.little()
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes.append(little: offset)
    }
}

/// Answers with a part of a value, cut off at the transmission unit (3.4.4.6).
public struct ATTReadBlobResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readBlobResponse }
    /// The part; empty at the end.
    public var value: [UInt8]

    /// An answer with a part of a value.
    public init(value: [UInt8]) { self.value = value }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { value = try cursor.rest() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { bytes += value }
}
