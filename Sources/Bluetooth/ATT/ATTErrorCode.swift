/// Why a peer refused a request (Core Specification 5.4, vol 3 part F, 3.4.1.1; Core Specification Supplement, part B).
package struct ATTErrorCode: RawRepresentable, Hashable, Sendable {
    /// The code as sent.
    package var rawValue: UInt8

    /// A code from its number.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The server has no attribute of this handle.
    package static let invalidHandle = ATTErrorCode(rawValue: 0x01)
    /// The attribute cannot be read.
    package static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
    /// The attribute cannot be written.
    package static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
    /// The request was malformed.
    package static let invalidPDU = ATTErrorCode(rawValue: 0x04)
    /// The link has to be authenticated first.
    package static let insufficientAuthentication = ATTErrorCode(rawValue: 0x05)
    /// The peer does not know this request.
    package static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
    /// The offset is past the end of the value.
    package static let invalidOffset = ATTErrorCode(rawValue: 0x07)
    /// The server refuses this client.
    package static let insufficientAuthorization = ATTErrorCode(rawValue: 0x08)
    /// Too many prepared writes wait already.
    package static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
    /// Nothing in the range of handles fits; how a discovery ends.
    package static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
    /// The value cannot be read in parts.
    package static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
    /// The key of the link is too short.
    package static let encryptionKeySizeTooShort = ATTErrorCode(rawValue: 0x0C)
    /// The value has a length that the attribute does not take.
    package static let invalidValueLength = ATTErrorCode(rawValue: 0x0D)
    /// Something unlikely happened in the peer.
    package static let unlikelyError = ATTErrorCode(rawValue: 0x0E)
    /// The link has to be encrypted first.
    package static let insufficientEncryption = ATTErrorCode(rawValue: 0x0F)
    /// The type cannot group attributes.
    package static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
    /// The peer lacks memory or the like.
    package static let insufficientResources = ATTErrorCode(rawValue: 0x11)
    /// The client knows an older database than the peer has now.
    package static let databaseOutOfSync = ATTErrorCode(rawValue: 0x12)
    /// The value is not one that the attribute takes.
    package static let valueNotAllowed = ATTErrorCode(rawValue: 0x13)
    /// The client characteristic configuration does not allow it.
    package static let configurationImproper = ATTErrorCode(rawValue: 0xFD)
    /// The same procedure is under way already.
    package static let procedureInProgress = ATTErrorCode(rawValue: 0xFE)
    /// The value is out of range.
    package static let outOfRange = ATTErrorCode(rawValue: 0xFF)

    /// What a better secured link might change; nil when the refusal has another reason.
    package var securityDemand: GATTSecurityDemand? {
        switch self {
        case .insufficientAuthentication: .authentication
        case .insufficientAuthorization: .authorization
        case .encryptionKeySizeTooShort: .longerKey
        case .insufficientEncryption: .encryption
        default: nil
        }
    }
}

extension ATTErrorCode: CustomStringConvertible {
    /// What the peer said, as the end of a sentence that begins with "it said that", with the code.
    package var description: String {
        let code = String(rawValue, radix: 16, uppercase: true)
        return "\(words) (ATT error 0x\(code.utf8.count == 1 ? "0" + code : code))"
    }

    private var words: String {
        switch self {
        case .invalidHandle: "it has no such attribute"
        case .readNotPermitted: "this value cannot be read"
        case .writeNotPermitted: "this value cannot be written"
        case .invalidPDU: "the request was malformed"
        case .insufficientAuthentication: "the link must be paired first"
        case .requestNotSupported: "it does not know this request"
        case .invalidOffset: "the value ends before that place"
        case .insufficientAuthorization: "this client is not authorized"
        case .prepareQueueFull: "too many prepared writes are waiting"
        case .attributeNotFound: "nothing there fits"
        case .attributeNotLong: "the value cannot be read in parts"
        case .encryptionKeySizeTooShort: "the key of the link is too short"
        case .invalidValueLength: "the value has the wrong length"
        case .unlikelyError: "something unlikely happened in it"
        case .insufficientEncryption: "the link must be encrypted first"
        case .unsupportedGroupType: "it has no groups of that type"
        case .insufficientResources: "it lacks the memory for that"
        case .databaseOutOfSync: "its services have changed"
        case .valueNotAllowed: "the value is not allowed"
        case .configurationImproper: "it is not set up to send values"
        case .procedureInProgress: "it is busy with the same already"
        case .outOfRange: "the value is out of range"
        default: (0x80...0x9F).contains(rawValue) ? "its application refuses" : "it refuses for an unknown reason"
        }
    }
}
