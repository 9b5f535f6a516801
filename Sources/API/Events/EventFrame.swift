/// One server-sent event as it goes over the wire, encoded once and shared by all clients.
public struct EventFrame: Sendable {
    /// The UTF-8 text with its closing empty line.
    public let bytes: [UInt8]

    /// An event (WHATWG HTML, section 9.2): data of several lines becomes several `data:` fields.
    public init(event: String? = nil, id: String? = nil, data: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(data.count + 64)
        if let id { text += Array("id: \(id)\n".utf8) }
        if let event { text += Array("event: \(event)\n".utf8) }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            text += Array("data: ".utf8)
            text += line
            text.append(0x0A)
        }
        text.append(0x0A)
        bytes = text
    }

    /// Text that is no event.
    init(comment bytes: [UInt8]) { self.bytes = bytes }

    /// Says that the line is alive.
    static let heartbeat = EventFrame(comment: Array(":\n\n".utf8))

    /// The first thing that a client gets: how long to wait before it connects again.
    static let retry = EventFrame(comment: Array("retry: 3000\n\n".utf8))
}
