package import Signals

/// A value that a server sends, without confirmation (3.4.7.1).
package struct ATTNotification: ATTValuePDU {
    /// `ATT_HANDLE_VALUE_NTF`, 0x1B.
    package static var opcode: ATTOpcode { .notification }
    /// The handle of the characteristic's value.
    package var handle: UInt16
    /// The value, as much as fits.
    package var value: [UInt8]

    /// A value of `handle`.
    package init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// A value by itself that must be confirmed (3.4.7.2).
package struct ATTIndication: ATTValuePDU {
    /// `ATT_HANDLE_VALUE_IND`, 0x1D.
    package static var opcode: ATTOpcode { .indication }
    /// The handle of the characteristic's value.
    package var handle: UInt16
    /// The value, as much as fits.
    package var value: [UInt8]

    /// A value of `handle`.
    package init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Confirms an indication (3.4.7.3).
package struct ATTConfirmation: ATTPDU {
    /// `ATT_HANDLE_VALUE_CFM`, 0x1E.
    package static var opcode: ATTOpcode { .confirmation }

    /// A confirmation; it has no parameters.
    package init() {}

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {}
}

/// Several values by themselves, each whole (3.4.7.4).
package struct ATTMultipleNotification: ATTPDU {
    /// `ATT_MULTIPLE_HANDLE_VALUE_NTF`, 0x23.
    package static var opcode: ATTOpcode { .multipleNotification }
    /// The values in the order in which they came: one at least.
    package var values: [GATTHandleValue]

    /// Two or more values.
    package init(values: [GATTHandleValue]) { self.values = values }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        values = []
        repeat {
            let handle = try cursor.little(UInt16.self)
            let length = Int(try cursor.little(UInt16.self))
            values.append(GATTHandleValue(handle: handle, value: try cursor.array(length)))
        } while cursor.remaining > 0
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        for value in values {
            bytes.append(little: value.handle)
            bytes.append(little: UInt16(clamping: value.value.count))
            bytes += value.value
        }
    }
}
