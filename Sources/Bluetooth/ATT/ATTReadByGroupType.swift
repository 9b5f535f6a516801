package import Signals

/// Asks for the groups of a type (3.4.4.9); finds services.
package struct ATTReadByGroupTypeRequest: ATTTypePDU {
    /// `ATT_READ_BY_GROUP_TYPE_REQ`, 0x10.
    package static var opcode: ATTOpcode { .readByGroupTypeRequest }
    /// The handles to search.
    package var handles: ClosedRange<UInt16>
    /// The type of the attributes that begin a group.
    package var type: BluetoothUUID

    /// Asks for the groups of `type` among `handles`.
    package init(handles: ClosedRange<UInt16>, type: BluetoothUUID) {
        self.handles = handles
        self.type = type
    }
}

/// Answers with groups whose values are all of one length (3.4.4.10).
package struct ATTReadByGroupTypeResponse: ATTPDU {
    /// `ATT_READ_BY_GROUP_TYPE_RSP`, 0x11.
    package static var opcode: ATTOpcode { .readByGroupTypeResponse }

    /// A group of attributes, such as a service.
    package struct Group: Hashable, Sendable {
        /// The first and the last handle of the group.
        package var handles: ClosedRange<UInt16>
        /// The value of the first attribute, for a service its UUID.
        package var value: [UInt8]

        /// A group that begins with an attribute of `value`.
        package init(handles: ClosedRange<UInt16>, value: [UInt8]) {
            self.handles = handles
            self.value = value
        }
    }

    /// The groups, in the order in which they came: one at least.
    package var groups: [Group]

    /// An answer with `groups`, whose values are all of one length up to 251 bytes.
    package init(groups: [Group]) { self.groups = groups }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let size = Int(try cursor.little(UInt8.self))
        guard size >= 4 else { throw DecodeError(.invalid("\(size) bytes hold no group"), at: cursor.offset - 1) }
        groups = []
        groups.reserveCapacity(cursor.remaining / size)
        repeat {
            let handles = try cursor.handles()
            groups.append(Group(handles: handles, value: try cursor.array(size - 4)))
        } while cursor.remaining > 0
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(UInt8(clamping: 4 + (groups.first?.value.count ?? 0)))
        for group in groups {
            bytes.append(group.handles)
            bytes += group.value
        }
    }
}
