/// The severity of a log record.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Something that was asked for failed; a person may have to act.
    case error
    /// Something is not as it should be, and the gateway goes on.
    case warning
    /// What a person who looks wants to know: start, stop, devices that come and go.
    case info
    /// Details, such as each request.
    case debug

    /// The number by which the system's journal sorts (RFC 5424 section 6.2.1).
    public var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }

    /// Whether one matters more than another is asked the other way round: `debug` is the greatest.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.priority < right.priority }
}
