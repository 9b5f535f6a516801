/// Why a call on the link failed, with the numbers that watch developers know (WCError of WatchConnectivity).
public struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of error.
    public enum Code: Int, Sendable, CaseIterable {
        case generic = 7001
        case sessionNotSupported = 7002
        case missingDelegate = 7003
        case notActivated = 7004
        case deviceNotPaired = 7005
        case watchAppNotInstalled = 7006
        case notReachable = 7007
        case invalidParameter = 7008
        case payloadTooLarge = 7009
        case payloadUnsupportedTypes = 7010
        case messageReplyFailed = 7011
        case messageReplyTimedOut = 7012
        case fileAccessDenied = 7013
        case deliveryFailed = 7014
        case insufficientSpace = 7015
        case sessionInactive = 7016
        case transferTimedOut = 7017
        case companionAppNotInstalled = 7018
        case watchOnlyApp = 7019
    }

    /// The kind.
    public var code: Code

    /// An error of a kind.
    public init(_ code: Code) { self.code = code }

    /// What happened, in words, with the number.
    public var description: String {
        let what =
            switch code {
            case .notReachable: "The other side is not connected"
            case .messageReplyTimedOut: "The other side took too long to reply"
            case .messageReplyFailed: "The other side left before it replied"
            case .deliveryFailed: "The other side does not answer such messages"
            case .payloadTooLarge: "The payload is too large"
            case .missingDelegate: "The session has no delegate"
            case .notActivated: "The session was not activated"
            case .sessionInactive: "Another program took this side of the link"
            default: "The link failed"
            }
        return "\(what) (\(code.rawValue))."
    }
}
