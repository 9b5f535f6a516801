/// What a protocol data unit is, by its first byte (Core Specification 5.4, vol 3 part F, 3.4.8).
public enum ATTOpcode: UInt8, Hashable, Sendable, CaseIterable {
    /// A request was refused.
    case errorResponse = 0x01
    /// Asks for the transmission unit.
    case exchangeUnitRequest = 0x02
    /// Answers it.
    case exchangeUnitResponse = 0x03
    /// Asks for handles and types.
    case findInformationRequest = 0x04
    /// Answers it.
    case findInformationResponse = 0x05
    /// Asks for the handles of attributes of a type that have a value.
    case findByTypeValueRequest = 0x06
    /// Answers it.
    case findByTypeValueResponse = 0x07
    /// Asks for values by their type.
    case readByTypeRequest = 0x08
    /// Answers it.
    case readByTypeResponse = 0x09
    /// Asks for a value.
    case readRequest = 0x0A
    /// Answers it.
    case readResponse = 0x0B
    /// Asks for a value from an offset on.
    case readBlobRequest = 0x0C
    /// Answers it.
    case readBlobResponse = 0x0D
    /// Asks for values of known lengths.
    case readMultipleRequest = 0x0E
    /// Answers it.
    case readMultipleResponse = 0x0F
    /// Asks for the groups of a type, such as services.
    case readByGroupTypeRequest = 0x10
    /// Answers it.
    case readByGroupTypeResponse = 0x11
    /// Asks to write a value.
    case writeRequest = 0x12
    /// Answers it.
    case writeResponse = 0x13
    /// Asks to prepare a part of a value for writing.
    case prepareWriteRequest = 0x16
    /// Answers it.
    case prepareWriteResponse = 0x17
    /// Asks to write or forget what was prepared.
    case executeWriteRequest = 0x18
    /// Answers it.
    case executeWriteResponse = 0x19
    /// A value by itself.
    case notification = 0x1B
    /// A value by itself that must be confirmed.
    case indication = 0x1D
    /// Confirms it.
    case confirmation = 0x1E
    /// Asks for values with their lengths.
    case readMultipleVariableRequest = 0x20
    /// Answers it.
    case readMultipleVariableResponse = 0x21
    /// Several values by themselves.
    case multipleNotification = 0x23
    /// Writes a value without an answer.
    case writeCommand = 0x52
    /// Writes a value with a signature, without an answer.
    case signedWriteCommand = 0xD2
}

extension ATTOpcode {
    /// Who sends a protocol data unit and what must follow it.
    public enum Kind: Hashable, Sendable {
        /// A client's, and one answer must follow.
        case request
        /// A server's answer.
        case response
        /// A client's, and nothing follows.
        case command
        /// A server's, and nothing follows.
        case notification
        /// A server's, and a confirmation must follow.
        case indication
        /// A client's, after an indication.
        case confirmation
    }

    /// Which kind the first byte of any protocol data unit tells. For numbers that nobody has assigned yet, bit 6 says
    /// that it is a command, and all others count as requests, which are answered with an error.
    public static func kind(of byte: UInt8) -> Kind {
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
