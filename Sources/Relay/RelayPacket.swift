import Runtime

/// What a session and the hub say to each other.
enum RelayPacket: Hashable, Sendable {
    /// Session to hub, first of all: which side this is.
    case hello(RelayRole)
    /// Hub to session, in answer: whether the other side is there, and the latest context that it has set.
    case welcome(isReachable: Bool, context: [String: JSONValue]?)
    /// Hub to session: the other side came or left.
    case reachability(Bool)
    /// One side to the other.
    case message(id: Int, wantsReply: Bool, payload: [String: JSONValue])
    /// The other side's answer to a message.
    case reply(id: Int, payload: [String: JSONValue])
    /// A message failed, or without an id the link itself.
    case failure(id: Int?, code: RelayError.Code)
    /// The latest state of one side.
    case context([String: JSONValue])
}
