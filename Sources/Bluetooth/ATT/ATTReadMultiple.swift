public import Signals

/// Asks for values whose lengths are known (3.4.4.7).
public struct ATTReadMultipleRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readMultipleRequest }
    /// Whose: two or more.
    public var handles: [UInt16]

    /// A question for the values of `handles`.
    public init(handles: [UInt16]) { self.handles = handles }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { handles = try cursor.twoOrMoreHandles() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        for handle in handles { bytes.append(little: handle) }
    }
}

/// Answers with values one after the other, cut off at the transmission unit (3.4.4.8).
public struct ATTReadMultipleResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readMultipleResponse }
    /// The values.
    public var values: [UInt8]

    /// An answer with values put together.
    public init(values: [UInt8]) { self.values = values }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { values = try cursor.rest() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) { bytes += values }
}

/// Asks for values with their lengths (3.4.4.11).
public struct ATTReadMultipleVariableRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readMultipleVariableRequest }
    /// Whose: two or more.
    public var handles: [UInt16]

    /// A question for the values of `handles`.
    public init(handles: [UInt16]) { self.handles = handles }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) { handles = try cursor.twoOrMoreHandles() }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        for handle in handles { bytes.append(little: handle) }
    }
}

/// Answers with values and their lengths; the last may be cut off at the transmission unit (3.4.4.12).
public struct ATTReadMultipleVariableResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .readMultipleVariableResponse }

    /// A value as it came.
    public struct Part: Hashable, Sendable {
        /// How long the value is, in bytes.
        public var length: UInt16
        /// The value, or what of it there was room for.
        public var value: [UInt8]

        /// A value of `length` bytes.
        public init(length: UInt16, value: [UInt8]) {
            self.length = length
            self.value = value
        }
    }

    /// The values in the order of the request.
    public var parts: [Part]

    /// An answer with `parts`; all but the last are whole.
    public init(parts: [Part]) { self.parts = parts }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        parts = []
        while cursor.remaining > 0 {
            let length = try cursor.little(UInt16.self)
            parts.append(Part(length: length, value: try cursor.array(min(Int(length), cursor.remaining))))
        }
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        for part in parts {
            bytes.append(little: part.length)
            bytes += part.value
        }
    }
}

extension ByteCursor {
    fileprivate mutating func twoOrMoreHandles() throws(DecodeError) -> [UInt16] {
        guard remaining >= 4 else { throw DecodeError(.truncated(needed: 4, available: remaining), at: offset) }
        var handles: [UInt16] = []
        handles.reserveCapacity(remaining / 2)
        while remaining > 0 { handles.append(try little(UInt16.self)) }
        return handles
    }
}
