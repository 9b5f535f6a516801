import Documents
import Runtime

/// One live event: what it is about, its number in this run and its JSON, written once for all who read an event stream and
/// put into a message for those on a WebSocket.
package struct Event: Sendable {
    /// The event as a stream has it (WHATWG HTML, section 9.2), with its closing empty line; or a comment of the stream.
    package let bytes: [UInt8]
    /// What it is about; nil for a comment.
    private let topic: String?
    private let id: String?
    /// Where its JSON is among the bytes.
    private let payload: Range<Int>
    /// Whom it concerns, for one that a hub hands out.
    var audience: Audience?
    /// Whether it tells the whole state of everybody whom its reader may see.
    var isSnapshot = false

    /// Whether a client that does not keep up may do without it: not the state at its start, nor what the stream itself says.
    var mayBeDropped: Bool { topic != nil && !isSnapshot }

    /// An event.
    /// - Parameters:
    ///   - topic: what it is about, which is its name.
    ///   - id: by which a client that comes back says what it saw last.
    ///   - payload: JSON; its lines become one.
    package init(_ topic: String, id: String? = nil, payload: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(payload.count + 64)
        if let id { text += "id: \(id)\n".utf8 }
        text += "event: \(topic)\ndata: ".utf8
        let start = text.count
        text += payload
        for index in start..<text.count where text[index] == 0x0A || text[index] == 0x0D { text[index] = 0x20 }
        self.payload = start..<text.count
        text += "\n\n".utf8
        bytes = text
        self.topic = topic
        self.id = id
    }

    /// A comment line of the stream, which clients skip.
    private init(comment: String) { (bytes, topic, id, payload) = (Array(comment.utf8), nil, nil, 0..<0) }

    /// An event that reports that some events after one are lost, so that the client must read the whole state again.
    static func missed(after id: String, reason: String) -> Event {
        Event("missed", payload: MissedDocument(after: id, reason: reason).json.bytes)
    }

    /// The event as a WebSocket message: type, id if it has one, and data; nil for a comment.
    var message: [UInt8]? {
        guard let topic else { return nil }
        var json = JSONText()
        json.object { json in
            json.field("type", topic)
            if let id { json.field("id", id) }
            json.field("data", raw: Array(bytes[payload]))
        }
        return json.bytes
    }

    /// An empty comment, sent so that neither end takes a quiet connection for dead.
    static let heartbeat = Event(comment: ":\n\n")

    /// The first thing that a client gets: how long to wait before it connects again.
    static let retry = Event(comment: "retry: 3000\n\n")
}
