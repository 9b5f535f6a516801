import Documents
import Runtime

/// What became of a request, for the log: what was asked by the pattern of its route, never with values of a path, a query
/// or a body.
package struct RequestReport: Sendable {
    /// The trace id that the client got in `X-Trace-Id`.
    package var trace: String
    /// The method.
    package var method: String
    /// The pattern of the route; nil where there is none.
    package var route: String?
    /// The status of the answer.
    package var status: Int
    /// From the head of the request to that of the answer.
    package var duration: Duration
    /// Why the answer is an error; nil when it is none.
    package var error: (any Error)?

    /// How much it matters. A refusal with a 5xx that the server means, such as while it is closed, busy or has no room, is no
    /// fault: any stranger could fill the log with it. One with an error below it is.
    var level: LogLevel {
        guard status >= 500, let error, !(error is CancellationError) else { return .debug }
        return status == 500 || !(error is HTTPProblem) ? .error : .debug
    }

    /// Writes it into the log of the process.
    func log() {
        guard Log.isOn(level) else { return }
        let seconds = duration / .seconds(1)
        let milliseconds = (seconds * 1_000_000).rounded() / 1000
        if level == .error, let error {
            Log.error(
                "A request failed.",
                [
                    "trace": .string(trace), "method": .string(method), "route": route.map(JSONValue.string) ?? .null,
                    "status": .number(Double(status)), "duration_ms": .number(milliseconds), "cause": Log.cause(error),
                ])
        } else {
            Log.debug(
                "A request was answered.",
                [
                    "trace": .string(trace), "method": .string(method), "route": route.map(JSONValue.string) ?? .null,
                    "status": .number(Double(status)), "duration_ms": .number(milliseconds),
                ])
        }
    }
}
