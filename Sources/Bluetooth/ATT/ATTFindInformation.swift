package import Signals

/// Asks for handles and types (3.4.3.1).
package struct ATTFindInformationRequest: ATTPDU {
    /// `ATT_FIND_INFORMATION_REQ`, 0x04.
    package static var opcode: ATTOpcode { .findInformationRequest }
    /// The handles to list.
    package var handles: ClosedRange<UInt16>

    /// Asks for the attributes among `handles`.
    package init(handles: ClosedRange<UInt16>) { self.handles = handles }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { handles = try cursor.handles() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes.append(handles) }
}

/// Answers with handles and types, all of one length (3.4.3.2).
package struct ATTFindInformationResponse: ATTPDU {
    /// `ATT_FIND_INFORMATION_RSP`, 0x05.
    package static var opcode: ATTOpcode { .findInformationResponse }
    /// The attributes, in the order in which they came: one at least.
    package var attributes: [GATTDescriptor]

    /// An answer with `attributes`, whose types are all short or all long.
    package init(attributes: [GATTDescriptor]) { self.attributes = attributes }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let format = try cursor.little(UInt8.self)
        guard format == 1 || format == 2 else {
            throw DecodeError(.invalid("types have no format \(format)"), at: cursor.offset - 1)
        }
        attributes = []
        attributes.reserveCapacity(cursor.remaining / (format == 1 ? 4 : 18))
        repeat {
            let handle = try cursor.little(UInt16.self)
            attributes.append(GATTDescriptor(uuid: try cursor.uuid(size: format == 1 ? 2 : 16), handle: handle))
        } while cursor.remaining > 0
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        let isShort = attributes.allSatisfy { $0.uuid.short != nil }
        bytes.append(isShort ? 1 : 2)
        for attribute in attributes {
            bytes.append(little: attribute.handle)
            if isShort { bytes.append(attribute.uuid) } else { bytes.append(long: attribute.uuid) }
        }
    }
}
