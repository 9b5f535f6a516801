import Runtime

/// One server-sent event as it goes over the wire, encoded once and shared by all clients.
public struct EventFrame: Sendable {
    /// The UTF-8 text with its closing empty line.
    public let bytes: [UInt8]
    /// Whom it concerns, for one that a hub hands out.
    var audience: Audience?
    /// Whether it tells the whole state of everybody whom its reader may see.
    var isSnapshot = false

    /// An event (WHATWG HTML, section 9.2): data of several lines becomes several `data:` fields.
    public init(event: String? = nil, id: String? = nil, data: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(data.count + 64)
        if let id { Self.append("id: ", id.utf8, to: &text) }
        if let event { Self.append("event: ", event.utf8, to: &text) }
        if data.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            for line in data.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
                Self.append("data: ", line, to: &text)
            }
        } else {
            Self.append("data: ", data, to: &text)
        }
        text.append(0x0A)
        bytes = text
    }

    private static func append(_ name: StaticString, _ value: some Sequence<UInt8>, to text: inout [UInt8]) {
        text.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        text.append(contentsOf: value)
        text.append(0x0A)
    }

    /// Text that is no event.
    init(comment bytes: [UInt8]) { self.bytes = bytes }

    /// Says that some events after one are gone, so that a client reads the whole state anew.
    static func missed(after id: String, reason: String) -> EventFrame {
        var json = JSONText()
        json.object { json in
            json.field("after", id)
            json.field("reason", reason)
        }
        return EventFrame(event: "missed", data: json.bytes)
    }

    /// The event as a message of a WebSocket: its type, its id where it has one, and its data; nil for what is no event.
    var message: [UInt8]? {
        var json = JSONText()
        var fields: [String: ArraySlice<UInt8>] = [:]
        for line in bytes.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: 0x3A), line.count > colon + 2 - line.startIndex else { continue }
            fields[String(decoding: line[..<colon], as: UTF8.self)] = line[(colon + 2)...]
        }
        guard let event = fields["event"], let data = fields["data"] else { return nil }
        json.object { json in
            json.field("type", String(decoding: event, as: UTF8.self))
            if let id = fields["id"] { json.field("id", String(decoding: id, as: UTF8.self)) }
            json.field("data", raw: Array(data))
        }
        return json.bytes
    }

    /// Says that the line is alive.
    static let heartbeat = EventFrame(comment: Array(":\n\n".utf8))

    /// The first thing that a client gets: how long to wait before it connects again.
    static let retry = EventFrame(comment: Array("retry: 3000\n\n".utf8))
}
