package import Signals

/// Asks for values by their type (3.4.4.1); finds characteristics by their declarations.
package struct ATTReadByTypeRequest: ATTTypePDU {
    /// `ATT_READ_BY_TYPE_REQ`, 0x08.
    package static var opcode: ATTOpcode { .readByTypeRequest }
    /// The handles to search.
    package var handles: ClosedRange<UInt16>
    /// The type of the attributes that are wanted.
    package var type: BluetoothUUID

    /// Asks for the values of type `type` among `handles`.
    package init(handles: ClosedRange<UInt16>, type: BluetoothUUID) {
        self.handles = handles
        self.type = type
    }
}

/// Answers with values that are all of one length (3.4.4.2).
package struct ATTReadByTypeResponse: ATTPDU {
    /// `ATT_READ_BY_TYPE_RSP`, 0x09.
    package static var opcode: ATTOpcode { .readByTypeResponse }
    /// The values, in the order in which they came: one at least. A value may be cut off at the transmission unit.
    package var values: [GATTHandleValue]

    /// An answer with `values`, all of one length up to 253 bytes.
    package init(values: [GATTHandleValue]) { self.values = values }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let size = Int(try cursor.little(UInt8.self))
        guard size >= 2 else { throw DecodeError(.invalid("\(size) bytes hold no handle"), at: cursor.offset - 1) }
        values = []
        values.reserveCapacity(cursor.remaining / size)
        repeat {
            let handle = try cursor.little(UInt16.self)
            values.append(GATTHandleValue(handle: handle, value: try cursor.array(size - 2)))
        } while cursor.remaining > 0
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(UInt8(clamping: 2 + (values.first?.value.count ?? 0)))
        for value in values {
            bytes.append(little: value.handle)
            bytes += value.value
        }
    }
}
