package import Signals

/// A request was refused (3.4.1.1).
package struct ATTErrorResponse: ATTPDU {
    /// `ATT_ERROR_RSP`, 0x01.
    package static var opcode: ATTOpcode { .errorResponse }
    /// The opcode of the refused request.
    package var request: UInt8
    /// The attribute it is about; 0 when it is about none.
    package var handle: UInt16
    /// The reason.
    package var code: ATTErrorCode

    /// A refusal of `request`.
    package init(request: UInt8, handle: UInt16, code: ATTErrorCode) {
        self.request = request
        self.handle = handle
        self.code = code
    }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        request = try cursor.little()
        handle = try cursor.little()
        code = ATTErrorCode(rawValue: try cursor.little())
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(request)
        bytes.append(little: handle)
        bytes.append(code.rawValue)
    }
}
