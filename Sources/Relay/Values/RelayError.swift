/// Why a call on the link failed, with the numbers that watch developers know (WCError of WatchConnectivity).
package struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of error.
    package enum Code: Int, Sendable, CaseIterable {
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

    /// The domain of the codes, that of WatchConnectivity.
    package static let errorDomain = "WCErrorDomain"

    /// The kind.
    package var code: Code

    /// An error of a kind.
    package init(_ code: Code) { self.code = code }

    /// What happened, in words, with the number.
    package var description: String {
        let what =
            switch code {
            case .generic: "The link failed"
            case .sessionNotSupported: "The other end speaks another version of the relay; use programs of one version"
            case .missingDelegate: "The session has no delegate; set one before it is activated"
            case .notActivated: "The session is not activated"
            case .deviceNotPaired: "No watch is paired; pair one with `nightjar relay phone pair`"
            case .watchAppNotInstalled: "The paired watch has never run its app; start `nightjar relay watch`"
            case .notReachable: "The other side is not reachable; a user info or context would wait for it"
            case .invalidParameter: "This cannot be sent: a payload is a dictionary, a file is a path"
            case .payloadTooLarge:
                "The payload is too large: as a property list a context has at most \(RelayLimits.context) bytes, all else "
                    + "\(RelayLimits.message); send it in parts, or as a file"
            case .payloadUnsupportedTypes:
                "The payload has a value that cannot be sent; text, numbers, flags, dates, bytes, lists and dictionaries can"
            case .messageReplyFailed: "The other side left before it replied"
            case .messageReplyTimedOut: "Message reply took too long"
            case .fileAccessDenied: "The file cannot be read"
            case .deliveryFailed: "The other side does not take such messages"
            case .insufficientSpace: "There is no room for it; let what waits be delivered, or cancel some"
            case .sessionInactive: "The session is inactive: another program or watch took its place"
            case .transferTimedOut: "The transfer took too long and has expired"
            case .companionAppNotInstalled: "The phone's program has never run; start `nightjar serve`"
            case .watchOnlyApp: "This watch app has no companion on the phone"
            }
        return "\(what) (\(code.rawValue))."
    }
}
