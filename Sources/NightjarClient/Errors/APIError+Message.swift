extension APIError: CustomStringConvertible {
    /// What a person is told: what happened and what to do, without anything secret.
    public var message: String {
        switch self {
        case .invalidResponse(let reason): "What answers there is no gateway. \(reason)"
        case .decodingFailed: "The gateway's answer makes no sense; is it of another version?"
        case .networkError(let error): Self.message(error)
        case .unauthorized(let problem): Self.text(problem, "You are signed out. Sign in again.")
        case .forbidden(let problem): Self.text(problem, "You may not do that.")
        case .notFound(let problem): Self.text(problem, "It is not there, or no longer.")
        case .conflict(let problem): Self.text(problem, "It has changed meanwhile. Reload and try again.")
        case .rateLimited(let seconds, let problem):
            seconds.map { "Too many requests. Try again in \(Int($0.rounded(.up))) seconds." }
                ?? Self.text(problem, "Too many requests. Try again later.")
        case .validation(let problem): Self.faults(problem)
        case .refused(let problem): Self.text(problem, "The gateway refused the request (\(problem.status)).")
        case .server(_, let problem):
            problem.status == 503
                ? Self.text(problem, "The gateway is busy. Try again in a moment.")
                : "Server error, please try later."
                    + (problem.traceID.map { " The gateway's log has more under \($0)." } ?? "")
        }
    }

    /// The message, for people and logs.
    public var description: String { message }

    private static func text(_ problem: Problem, _ fallback: String) -> String {
        problem.detail.isEmpty ? fallback : problem.detail
    }

    private static func faults(_ problem: Problem) -> String {
        let single = problem.faults.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
        let text = text(problem, "What was sent is not right.")
        return single.isEmpty ? text : "\(text) \(single.prefix(5).joined(separator: " "))"
    }

    private static func message(_ error: TransportError) -> String {
        switch error.kind {
        case .unreachable: "The gateway cannot be reached (\(error.reason)). Is it running, and are you in its network?"
        case .lost: "The connection to the gateway is lost (\(error.reason))."
        case .timedOut: "The gateway does not answer (\(error.reason))."
        case .untrusted: "The gateway's certificate is not trusted (\(error.reason)). Nothing was sent."
        case .invalidAddress: "That is no address of a gateway (\(error.reason))."
        case .unavailable, .unreadableBody: error.reason
        }
    }
}

extension APIError {
    /// Whether sending the same again would fail the same way. Somebody who is signed out signs in again.
    var isFinal: Bool {
        if case .unauthorized = self { return false }
        return RetryPolicy.isPassing(self) == nil
    }
}
