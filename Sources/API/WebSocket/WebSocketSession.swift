/// What goes on over one WebSocket. All calls come from the thread of the sockets, one after the other.
package protocol WebSocketSession: AnyObject, Sendable {
    /// The socket is open; `socket` may be kept to send at any time.
    func opened(_ socket: WebSocket)
    /// A whole message came, text of valid UTF-8 or bytes.
    func received(_ message: [UInt8], isText: Bool)
    /// About once a second: for heartbeats, and for ending what is dead.
    func tick()
    /// The socket is closed; no other call follows.
    func closed()
}
