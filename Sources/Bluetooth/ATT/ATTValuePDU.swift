package import Signals

/// A protocol data unit that is a handle and, up to its end, a value: four of them differ by their opcodes alone.
package protocol ATTValuePDU: ATTPDU {
    /// The handle of the attribute.
    var handle: UInt16 { get }
    /// The value, at most the transmission unit less three bytes.
    var value: [UInt8] { get }

    /// Carries `value` of `handle`.
    init(handle: UInt16, value: [UInt8])
}

extension ATTValuePDU {
    /// Decodes what follows the first byte.
    /// - Throws: `DecodeError` when there is no whole handle.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        let handle = try cursor.little(UInt16.self)
        self.init(handle: handle, value: try cursor.rest())
    }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(little: handle)
        bytes += value
    }
}
