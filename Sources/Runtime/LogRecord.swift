public import Documents
public import Signals

/// One thing that happened. It never holds a health value, a password or a token.
public struct LogRecord: Sendable {
    /// The form of log lines.
    public enum Form: Sendable {
        /// For a person at a terminal.
        case terminal
        /// A JSON object on a line.
        case json
        /// The same after the priority that the system's journal reads, `<3>` for an error (sd-daemon(3)).
        case journal
    }

    /// When it happened.
    public var time: Instant
    /// The severity.
    public var level: LogLevel
    /// What happened, in a sentence.
    public var message: String
    /// Further values, by name and in this order.
    public var fields: [(name: String, value: JSONValue)]

    /// Memberwise; what is not given has its default.
    public init(time: Instant, level: LogLevel, message: String, fields: [(name: String, value: JSONValue)] = []) {
        self.time = time
        self.level = level
        self.message = message
        self.fields = fields
    }

    /// The record as a line, with its line feed.
    public func line(_ form: Form) -> [UInt8] {
        if form == .terminal { return Array("nightjar: \(text.harmless())\n".utf8) }
        var json = JSONText()
        json.object { json in
            json.field("time", time.rfc3339)
            json.field("level", level.rawValue)
            json.field("message", message)
            for field in fields { json.field(field.name, field.value) }
        }
        return (form == .journal ? Array("<\(level.priority)>".utf8) : []) + json.bytes + [10]
    }

    private var text: String {
        let more = fields.compactMap { field -> String? in
            switch field.value {
            case .null: nil
            case .string(let text): "\(field.name) \(text)"
            case .number(let number):
                "\(field.name) \(number.rounded() == number ? "\(Int64(exactly: number) ?? 0)" : "\(number)")"
            default: nil
            }
        }
        return more.isEmpty ? message : "\(message) (\(more.joined(separator: ", ")))"
    }
}
