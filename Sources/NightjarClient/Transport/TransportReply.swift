/// A reply: its head, and its body as it comes.
public struct TransportReply: Sendable {
    /// The status, 100 to 599.
    public var status: Int
    /// Header fields by their names in lower case.
    public var headers: [String: String]
    /// The bytes after the head.
    public var body: ByteStream

    /// A reply from its parts; the names of `headers` in lower case.
    public init(status: Int, headers: [String: String] = [:], body: ByteStream) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
