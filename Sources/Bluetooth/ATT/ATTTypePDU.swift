package import Signals

/// A question for the attributes of one type between two handles.
package protocol ATTTypePDU: ATTPDU {
    /// The handles to search.
    var handles: ClosedRange<UInt16> { get }
    /// The type of the attributes that are wanted.
    var type: BluetoothUUID { get }

    /// A question for what is of `type` in `handles`.
    init(handles: ClosedRange<UInt16>, type: BluetoothUUID)
}

extension ATTTypePDU {
    /// Decodes what follows the first byte.
    /// - Throws: `DecodeError` when the handles are no range or the type is neither 2 nor 16 bytes long.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let handles = try cursor.handles()
        self.init(handles: handles, type: try cursor.uuid())
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(handles)
        bytes.append(type)
    }
}
