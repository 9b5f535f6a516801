package import Signals

/// Asks for values whose lengths are known (3.4.4.7).
package struct ATTReadMultipleRequest: ATTPDU {
    /// `ATT_READ_MULTIPLE_REQ`, 0x0E.
    package static var opcode: ATTOpcode { .readMultipleRequest }
    /// Two or more handles.
    package var handles: [UInt16]

    /// Asks for the values of `handles`.
    package init(handles: [UInt16]) { self.handles = handles }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { handles = try cursor.twoOrMoreHandles() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        for handle in handles { bytes.append(little: handle) }
    }
}

/// Answers with values one after the other, cut off at the transmission unit (3.4.4.8).
package struct ATTReadMultipleResponse: ATTPDU {
    /// `ATT_READ_MULTIPLE_RSP`, 0x0F.
    package static var opcode: ATTOpcode { .readMultipleResponse }
    /// The values without separators: their lengths must be known.
    package var values: [UInt8]

    /// A response with the joined values.
    package init(values: [UInt8]) { self.values = values }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { values = try cursor.rest() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes += values }
}

/// Asks for values with their lengths (3.4.4.11).
package struct ATTReadMultipleVariableRequest: ATTPDU {
    /// `ATT_READ_MULTIPLE_VARIABLE_REQ`, 0x20.
    package static var opcode: ATTOpcode { .readMultipleVariableRequest }
    /// Two or more handles.
    package var handles: [UInt16]

    /// Asks for the values of `handles`, with their lengths.
    package init(handles: [UInt16]) { self.handles = handles }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { handles = try cursor.twoOrMoreHandles() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        for handle in handles { bytes.append(little: handle) }
    }
}

/// Answers with values and their lengths; the last may be cut off at the transmission unit (3.4.4.12).
package struct ATTReadMultipleVariableResponse: ATTPDU {
    /// `ATT_READ_MULTIPLE_VARIABLE_RSP`, 0x21.
    package static var opcode: ATTOpcode { .readMultipleVariableResponse }

    /// A value with its full length.
    package struct Part: Hashable, Sendable {
        /// How long the value is, in bytes.
        package var length: UInt16
        /// The value; shorter than ``length`` where the transmission unit cut it.
        package var value: [UInt8]

        /// A value of `length` bytes.
        package init(length: UInt16, value: [UInt8]) {
            self.length = length
            self.value = value
        }
    }

    /// The values in the order of the request.
    package var parts: [Part]

    /// An answer with `parts`; all but the last are whole.
    package init(parts: [Part]) { self.parts = parts }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        parts = []
        while cursor.remaining > 0 {
            let length = try cursor.little(UInt16.self)
            parts.append(Part(length: length, value: try cursor.array(min(Int(length), cursor.remaining))))
        }
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
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
