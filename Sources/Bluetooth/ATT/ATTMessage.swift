package import Signals

/// Any protocol data unit of the attribute protocol.
package enum ATTMessage: Hashable, Sendable {
    /// A request was refused.
    case errorResponse(ATTErrorResponse)
    /// Asks for the transmission unit.
    case exchangeUnitRequest(ATTExchangeUnitRequest)
    /// Answers `exchangeUnitRequest`.
    case exchangeUnitResponse(ATTExchangeUnitResponse)
    /// Asks for handles and types.
    case findInformationRequest(ATTFindInformationRequest)
    /// Answers `findInformationRequest`.
    case findInformationResponse(ATTFindInformationResponse)
    /// Asks for the handles of attributes of a type that have a value.
    case findByTypeValueRequest(ATTFindByTypeValueRequest)
    /// Answers `findByTypeValueRequest`.
    case findByTypeValueResponse(ATTFindByTypeValueResponse)
    /// Asks for values by their type.
    case readByTypeRequest(ATTReadByTypeRequest)
    /// Answers `readByTypeRequest`.
    case readByTypeResponse(ATTReadByTypeResponse)
    /// Asks for a value.
    case readRequest(ATTReadRequest)
    /// Answers `readRequest`.
    case readResponse(ATTReadResponse)
    /// Asks for a value from an offset on.
    case readBlobRequest(ATTReadBlobRequest)
    /// Answers `readBlobRequest`.
    case readBlobResponse(ATTReadBlobResponse)
    /// Asks for values of known lengths.
    case readMultipleRequest(ATTReadMultipleRequest)
    /// Answers `readMultipleRequest`.
    case readMultipleResponse(ATTReadMultipleResponse)
    /// Asks for the groups of a type.
    case readByGroupTypeRequest(ATTReadByGroupTypeRequest)
    /// Answers `readByGroupTypeRequest`.
    case readByGroupTypeResponse(ATTReadByGroupTypeResponse)
    /// Asks to write a value.
    case writeRequest(ATTWriteRequest)
    /// Answers `writeRequest`.
    case writeResponse(ATTWriteResponse)
    /// Asks to prepare a part of a value for writing.
    case prepareWriteRequest(ATTPrepareWriteRequest)
    /// Answers `prepareWriteRequest`.
    case prepareWriteResponse(ATTPrepareWriteResponse)
    /// Asks to write, or to discard, what was prepared.
    case executeWriteRequest(ATTExecuteWriteRequest)
    /// Answers `executeWriteRequest`.
    case executeWriteResponse(ATTExecuteWriteResponse)
    /// A value that a server sends by itself.
    case notification(ATTNotification)
    /// A value that a server sends by itself and that must be confirmed.
    case indication(ATTIndication)
    /// Confirms an indication.
    case confirmation(ATTConfirmation)
    /// Asks for values with their lengths.
    case readMultipleVariableRequest(ATTReadMultipleVariableRequest)
    /// Answers `readMultipleVariableRequest`.
    case readMultipleVariableResponse(ATTReadMultipleVariableResponse)
    /// Several values that a server sends by itself.
    case multipleNotification(ATTMultipleNotification)
    /// Writes a value without an answer.
    case writeCommand(ATTWriteCommand)
    /// Writes a value with a signature, without an answer.
    case signedWriteCommand(ATTSignedWriteCommand)
}

extension ATTMessage {
    /// Decodes a whole protocol data unit.
    /// - Throws: `DecodeError` with problem `unsupported` for an opcode that is not known, else with what is wrong.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        let byte = try cursor.little(UInt8.self)
        guard let opcode = ATTOpcode(rawValue: byte) else {
            throw DecodeError(.unsupported("nothing is known of opcode \(byte)"), at: 0)
        }
        switch opcode {
        case .errorResponse: self = .errorResponse(try ATTErrorResponse(bytes))
        case .exchangeUnitRequest: self = .exchangeUnitRequest(try ATTExchangeUnitRequest(bytes))
        case .exchangeUnitResponse: self = .exchangeUnitResponse(try ATTExchangeUnitResponse(bytes))
        case .findInformationRequest: self = .findInformationRequest(try ATTFindInformationRequest(bytes))
        case .findInformationResponse: self = .findInformationResponse(try ATTFindInformationResponse(bytes))
        case .findByTypeValueRequest: self = .findByTypeValueRequest(try ATTFindByTypeValueRequest(bytes))
        case .findByTypeValueResponse: self = .findByTypeValueResponse(try ATTFindByTypeValueResponse(bytes))
        case .readByTypeRequest: self = .readByTypeRequest(try ATTReadByTypeRequest(bytes))
        case .readByTypeResponse: self = .readByTypeResponse(try ATTReadByTypeResponse(bytes))
        case .readRequest: self = .readRequest(try ATTReadRequest(bytes))
        case .readResponse: self = .readResponse(try ATTReadResponse(bytes))
        case .readBlobRequest: self = .readBlobRequest(try ATTReadBlobRequest(bytes))
        case .readBlobResponse: self = .readBlobResponse(try ATTReadBlobResponse(bytes))
        case .readMultipleRequest: self = .readMultipleRequest(try ATTReadMultipleRequest(bytes))
        case .readMultipleResponse: self = .readMultipleResponse(try ATTReadMultipleResponse(bytes))
        case .readByGroupTypeRequest: self = .readByGroupTypeRequest(try ATTReadByGroupTypeRequest(bytes))
        case .readByGroupTypeResponse: self = .readByGroupTypeResponse(try ATTReadByGroupTypeResponse(bytes))
        case .writeRequest: self = .writeRequest(try ATTWriteRequest(bytes))
        case .writeResponse: self = .writeResponse(try ATTWriteResponse(bytes))
        case .prepareWriteRequest: self = .prepareWriteRequest(try ATTPrepareWriteRequest(bytes))
        case .prepareWriteResponse: self = .prepareWriteResponse(try ATTPrepareWriteResponse(bytes))
        case .executeWriteRequest: self = .executeWriteRequest(try ATTExecuteWriteRequest(bytes))
        case .executeWriteResponse: self = .executeWriteResponse(try ATTExecuteWriteResponse(bytes))
        case .notification: self = .notification(try ATTNotification(bytes))
        case .indication: self = .indication(try ATTIndication(bytes))
        case .confirmation: self = .confirmation(try ATTConfirmation(bytes))
        case .readMultipleVariableRequest:
            self = .readMultipleVariableRequest(try ATTReadMultipleVariableRequest(bytes))
        case .readMultipleVariableResponse:
            self = .readMultipleVariableResponse(try ATTReadMultipleVariableResponse(bytes))
        case .multipleNotification: self = .multipleNotification(try ATTMultipleNotification(bytes))
        case .writeCommand: self = .writeCommand(try ATTWriteCommand(bytes))
        case .signedWriteCommand: self = .signedWriteCommand(try ATTSignedWriteCommand(bytes))
        }
    }

    /// The protocol data unit itself.
    package var pdu: any ATTPDU {
        switch self {
        case .errorResponse(let pdu): pdu
        case .exchangeUnitRequest(let pdu): pdu
        case .exchangeUnitResponse(let pdu): pdu
        case .findInformationRequest(let pdu): pdu
        case .findInformationResponse(let pdu): pdu
        case .findByTypeValueRequest(let pdu): pdu
        case .findByTypeValueResponse(let pdu): pdu
        case .readByTypeRequest(let pdu): pdu
        case .readByTypeResponse(let pdu): pdu
        case .readRequest(let pdu): pdu
        case .readResponse(let pdu): pdu
        case .readBlobRequest(let pdu): pdu
        case .readBlobResponse(let pdu): pdu
        case .readMultipleRequest(let pdu): pdu
        case .readMultipleResponse(let pdu): pdu
        case .readByGroupTypeRequest(let pdu): pdu
        case .readByGroupTypeResponse(let pdu): pdu
        case .writeRequest(let pdu): pdu
        case .writeResponse(let pdu): pdu
        case .prepareWriteRequest(let pdu): pdu
        case .prepareWriteResponse(let pdu): pdu
        case .executeWriteRequest(let pdu): pdu
        case .executeWriteResponse(let pdu): pdu
        case .notification(let pdu): pdu
        case .indication(let pdu): pdu
        case .confirmation(let pdu): pdu
        case .readMultipleVariableRequest(let pdu): pdu
        case .readMultipleVariableResponse(let pdu): pdu
        case .multipleNotification(let pdu): pdu
        case .writeCommand(let pdu): pdu
        case .signedWriteCommand(let pdu): pdu
        }
    }
}
