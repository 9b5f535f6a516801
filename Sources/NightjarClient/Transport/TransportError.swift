/// Why there is no reply.
public struct TransportError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// Nothing answers at that address, or its name is not known.
        case unreachable
        /// The connection broke before the reply was whole.
        case lost
        /// Nothing came for too long.
        case timedOut
        /// The other side is not who it should be: its certificate does not fit.
        case untrusted
        /// The address makes no sense.
        case invalidAddress
        /// The transport itself cannot work here.
        case unavailable
        /// The body of the request could not be read.
        case unreadableBody
    }

    /// What went wrong.
    public var kind: Kind
    /// The transport's own words.
    public var reason: String

    /// An error from its parts.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
