/// Cuts a server-sent event stream into events, whatever pieces it arrives in (WHATWG HTML, section 9.2).
struct EventStreamParser {
    /// One event.
    struct Event: Equatable {
        var name: String
        var data: String
    }

    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []

    /// Takes the next bytes and returns the events that they complete.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = endLine() { events.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func endLine() -> Event? {
        let text = String(decoding: line, as: UTF8.self)
        guard !text.isEmpty else {
            defer { (name, data) = ("", []) }
            return data.isEmpty ? nil : Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "event": name = value
        case "data": data.append(value)
        default: break
        }
        return nil
    }
}
