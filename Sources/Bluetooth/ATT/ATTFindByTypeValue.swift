package import Signals

/// Asks for the handles of attributes of a type that have a value (3.4.3.3); finds services by their UUID.
package struct ATTFindByTypeValueRequest: ATTPDU {
    /// `ATT_FIND_BY_TYPE_VALUE_REQ`, 0x06.
    package static var opcode: ATTOpcode { .findByTypeValueRequest }
    /// The handles to search.
    package var handles: ClosedRange<UInt16>
    /// Their type, which is always a short one.
    package var type: UInt16
    /// The value that an attribute must have.
    package var value: [UInt8]

    /// A question about attributes of `type` with `value`.
    package init(handles: ClosedRange<UInt16>, type: UInt16, value: [UInt8]) {
        self.handles = handles
        self.type = type
        self.value = value
    }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handles = try cursor.handles()
        type = try cursor.little()
        value = try cursor.rest()
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(handles)
        bytes.append(little: type)
        bytes += value
    }
}

/// Answers with groups of handles (3.4.3.4).
package struct ATTFindByTypeValueResponse: ATTPDU {
    /// `ATT_FIND_BY_TYPE_VALUE_RSP`, 0x07.
    package static var opcode: ATTOpcode { .findByTypeValueResponse }
    /// The handle of each attribute and the last of its group, in the order in which they came: one at least.
    package var groups: [ClosedRange<UInt16>]

    /// A response with these groups of handles.
    package init(groups: [ClosedRange<UInt16>]) { self.groups = groups }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        groups = []
        groups.reserveCapacity(cursor.remaining / 4)
        repeat { groups.append(try cursor.handles()) } while cursor.remaining > 0
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        for group in groups { bytes.append(group) }
    }
}
