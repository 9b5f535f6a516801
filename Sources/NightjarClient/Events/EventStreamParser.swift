/// Cuts a server-sent event stream into events, whatever pieces it arrives in (WHATWG HTML, section 9.2).
public struct EventStreamParser: Sendable {
    /// The id of the last event, which the next connection begins behind; empty before there is one.
    public private(set) var lastEventID: String
    /// Seconds to wait before the next connection, as the server said; nil when it did not.
    public private(set) var retry: Double?

    /// Bytes of one event; a longer one is no event of a gateway.
    private static let limit = 16 << 20

    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isAtStart = true
    private var name = ""
    private var data: [String] = []
    private var size = 0
    private var id: String

    /// A parser at the beginning of a stream that goes on behind `lastEventID`.
    public init(lastEventID: String = "") {
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// A parser for the next connection: half an event that came is forgotten.
    var next: EventStreamParser {
        var parser = EventStreamParser(lastEventID: lastEventID)
        parser.retry = retry
        return parser
    }

    /// Takes the next bytes and returns the events that they complete.
    public mutating func add(_ bytes: some Sequence<UInt8>) -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            let wasAfterReturn = isAfterReturn
            isAfterReturn = byte == 0x0D
            switch byte {
            case 0x0A where wasAfterReturn: continue
            case 0x0A, 0x0D:
                if let event = endLine() { events.append(event) }
                line.removeAll(keepingCapacity: true)
            default:
                if size + line.count < Self.limit { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine() -> ServerEvent? {
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = text
        case "data":
            data.append(text)
            size += value.count
        case "id": if !value.contains(0) { id = text }
        case "retry": if !text.isEmpty, let milliseconds = UInt32(text) { retry = Double(milliseconds) / 1000 }
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerEvent? {
        defer { (name, data, size) = ("", [], 0) }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        return ServerEvent(
            id: id.isEmpty ? nil : id, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
}
