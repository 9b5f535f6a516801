/// Why a request failed.
package enum GATTFailure: Error, Hashable, Sendable {
    /// The peer refused it with this code.
    case refused(ATTErrorCode, handle: UInt16)
    /// The peer demanded a secured link, which could not be had, for the reason given.
    case notSecured(ATTErrorCode, reason: String)
    /// The peer answered with what the specification does not allow.
    case malformed(String)
    /// The peer echoed other bytes than were prepared for writing; nothing was written.
    case echoMismatch
    /// The value is longer than `limit` bytes, the most that can be sent this way.
    case tooLong(limit: Int)
    /// The peer did not answer within 30 seconds; the bearer is dead (Core Specification 5.4, vol 3 part F, 3.3.3).
    case timeout
    /// The link ended, for the reason given.
    case disconnected(reason: String)
    /// The caller cancelled the request.
    case cancelled
}

extension GATTFailure: CustomStringConvertible {
    /// What happened, without a full stop, to be put into a sentence.
    package var description: String {
        switch self {
        case .refused(let code, let handle):
            handle == 0 ? "The device refused: \(code)" : "The device refused handle \(handle): \(code)"
        case .notSecured(let code, let reason): "The device wants a secured link, as \(code), and \(reason)"
        case .malformed(let what): "The device gave an answer that makes no sense: \(what)"
        case .echoMismatch: "The device repeated other bytes than were sent to it, so nothing was written"
        case .tooLong(let limit): "The value is longer than the \(limit) bytes that can be sent"
        case .timeout: "The device did not answer within 30 seconds"
        case .disconnected(let reason): "The link is down: \(reason)"
        case .cancelled: "The request was taken back"
        }
    }
}

/// What a peer wants of the link before it gives what was asked for.
package enum GATTSecurityDemand: Hashable, Sendable {
    /// The link must be encrypted.
    case encryption
    /// A pairing, most often one without a passkey suffices.
    case authentication
    /// The encryption key must be longer.
    case longerKey
    /// The consent of the person who owns the peer, most often given by pairing.
    case authorization
}
