/// A reply: its head, and a body that is streamed.
public struct TransportReply: Sendable {
    /// The status, 100 to 599.
    public var status: Int
    /// Header fields by their names in lower case.
    public var headers: [String: String]
    /// The body, as it arrives.
    public var body: ByteStream

    /// A reply from its parts; the names of `headers` in lower case.
    public init(status: Int, headers: [String: String] = [:], body: ByteStream) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
