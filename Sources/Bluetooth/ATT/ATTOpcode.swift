/// What a protocol data unit is, by its first byte (Core Specification 5.4, vol 3 part F, 3.4.8).
package enum ATTOpcode: UInt8, Hashable, Sendable, CaseIterable {
    /// A request was refused.
    case errorResponse = 0x01
    /// Asks for the transmission unit.
    case exchangeUnitRequest = 0x02
    /// Answers ``exchangeUnitRequest``.
    case exchangeUnitResponse = 0x03
    /// Asks for handles and types.
    case findInformationRequest = 0x04
    /// Answers ``findInformationRequest``.
    case findInformationResponse = 0x05
    /// Asks for the handles of attributes of a type that have a value.
    case findByTypeValueRequest = 0x06
    /// Answers ``findByTypeValueRequest``.
    case findByTypeValueResponse = 0x07
    /// Asks for values by their type.
    case readByTypeRequest = 0x08
    /// Answers ``readByTypeRequest``.
    case readByTypeResponse = 0x09
    /// Asks for a value.
    case readRequest = 0x0A
    /// Answers ``readRequest``.
    case readResponse = 0x0B
    /// Asks for a value from an offset on.
    case readBlobRequest = 0x0C
    /// Answers ``readBlobRequest``.
    case readBlobResponse = 0x0D
    /// Asks for values of known lengths.
    case readMultipleRequest = 0x0E
    /// Answers ``readMultipleRequest``.
    case readMultipleResponse = 0x0F
    /// Asks for the groups of a type, such as services.
    case readByGroupTypeRequest = 0x10
    /// Answers ``readByGroupTypeRequest``.
    case readByGroupTypeResponse = 0x11
    /// Asks to write a value.
    case writeRequest = 0x12
    /// Answers ``writeRequest``.
    case writeResponse = 0x13
    /// Asks to prepare a part of a value for writing.
    case prepareWriteRequest = 0x16
    /// Answers ``prepareWriteRequest``.
    case prepareWriteResponse = 0x17
    /// Asks to write, or to discard, what was prepared.
    case executeWriteRequest = 0x18
    /// Answers ``executeWriteRequest``.
    case executeWriteResponse = 0x19
    /// A value that a server sends by itself.
    case notification = 0x1B
    /// A value that a server sends by itself and that must be confirmed.
    case indication = 0x1D
    /// Confirms an indication.
    case confirmation = 0x1E
    /// Asks for values with their lengths.
    case readMultipleVariableRequest = 0x20
    /// Answers ``readMultipleVariableRequest``.
    case readMultipleVariableResponse = 0x21
    /// Several values that a server sends by itself.
    case multipleNotification = 0x23
    /// Writes a value without an answer.
    case writeCommand = 0x52
    /// Writes a value with a signature, without an answer.
    case signedWriteCommand = 0xD2
}

extension ATTOpcode {
    /// Who sends a protocol data unit and what must follow it.
    package enum Kind: Hashable, Sendable {
        /// Sent by a client; exactly one response must follow.
        case request
        /// Sent by a server in reply to a request.
        case response
        /// Sent by a client; nothing follows.
        case command
        /// Sent by a server; nothing follows.
        case notification
        /// Sent by a server; a confirmation must follow.
        case indication
        /// Sent by a client after an indication.
        case confirmation
    }

    /// Which kind the first byte of any protocol data unit tells. For numbers that nobody has assigned yet, bit 6 says
    /// that it is a command, and all others count as requests, which are answered with an error.
    package static func kind(of byte: UInt8) -> Kind {
        switch ATTOpcode(rawValue: byte) {
        case .errorResponse, .exchangeUnitResponse, .findInformationResponse, .findByTypeValueResponse,
            .readByTypeResponse, .readResponse, .readBlobResponse, .readMultipleResponse, .readByGroupTypeResponse,
            .writeResponse, .prepareWriteResponse, .executeWriteResponse, .readMultipleVariableResponse:
            .response
        case .notification, .multipleNotification: .notification
        case .indication: .indication
        case .confirmation: .confirmation
        default: byte & 0x40 != 0 ? .command : .request
        }
    }
}
