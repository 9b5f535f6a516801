import Documents
import Runtime
import Synchronization

/// Logs requests that are refused before a route sees them: the reason, the trace of the answer if there is one, and
/// nothing of what was sent.
///
/// One for the process, as its log is: the library says for no request of which server it is.
enum RefusalLog {
    private static let tally = Mutex(RefusalTally())
    private static let began = ContinuousClock.now

    /// Counts a refusal and logs it, unless too many of its kind were logged lately.
    static func tell(_ reason: Refusal, trace: String? = nil, status: Int? = nil) {
        let now = ContinuousClock.now - began
        guard let line = tally.withLock({ $0.count(reason, trace: trace, status: status, at: now) }) else { return }
        write(line)
    }

    /// Tells how many were left out, where that may be told by now.
    static func settle(isLast: Bool = false) {
        let now = ContinuousClock.now - began
        for line in tally.withLock({ $0.leftOut(at: now, isLast: isLast) }) { write(line) }
    }

    private static func write(_ line: RefusalTally.Line) {
        let isSum = line.trace == nil && line.untold > 0
        let fields: KeyValuePairs<String, JSONValue> = [
            "reason": .string(line.reason.rawValue), "status": line.status.map { .number(Double($0)) } ?? .null,
            "trace": line.trace.map(JSONValue.string) ?? .null,
            "untold": line.untold == 0 ? .null : .number(Double(line.untold)),
        ]
        let message = isSum ? "More like those before were not told one by one." : line.reason.message
        switch line.reason.level {
        case .warning: Log.warning(message, fields)
        default: Log.info(message, fields)
        }
    }
}

extension HTTPProblem {
    /// The answer to a request that is refused before any route, and logged.
    func refusal(path: String = "/") -> HTTPResponse {
        let trace = Self.trace()
        RefusalLog.tell(Refusal(status: status), trace: trace, status: status)
        return response(path: path, trace: trace)
    }
}
