/// Why a request got no reply.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// Nothing answers at that address, or its name is not known.
        case unreachable
        /// The connection broke before the reply was whole.
        case lost
        /// No byte came within the time allowed.
        case timedOut
        /// The other side is not who it should be: its certificate does not fit.
        case untrusted
        /// The address is malformed.
        case invalidAddress
        /// The transport cannot be used on this system.
        case unavailable
        /// The file of the request's body could not be read.
        case unreadableBody
    }

    /// The kind of failure.
    public var kind: Kind
    /// The transport's own description.
    public var reason: String

    /// Memberwise.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
