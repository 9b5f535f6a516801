package import Signals

/// Asks for the transmission unit (3.4.2.1).
package struct ATTExchangeUnitRequest: ATTPDU {
    /// `ATT_EXCHANGE_MTU_REQ`, 0x02.
    package static var opcode: ATTOpcode { .exchangeUnitRequest }
    /// The largest protocol data unit that the client receives, in bytes.
    package var unit: UInt16

    /// A client that receives up to `unit` bytes.
    package init(unit: UInt16) { self.unit = unit }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { unit = try cursor.little() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes.append(little: unit) }
}

/// Answers with the transmission unit (3.4.2.2); the smaller of both is in force from then on, at least 23.
package struct ATTExchangeUnitResponse: ATTPDU {
    /// `ATT_EXCHANGE_MTU_RSP`, 0x03.
    package static var opcode: ATTOpcode { .exchangeUnitResponse }
    /// The largest protocol data unit that the server receives, in bytes.
    package var unit: UInt16

    /// A server that receives up to `unit` bytes.
    package init(unit: UInt16) { self.unit = unit }

    /// Decodes the parameters, the bytes after the opcode.
    package init(parameters cursor: inout ByteCursor) throws(DecodeError) { unit = try cursor.little() }

    /// Appends the parameters, the bytes after the opcode.
    package func appendParameters(to bytes: inout [UInt8]) { bytes.append(little: unit) }
}
