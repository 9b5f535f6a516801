import Accounts
public import Runtime
import Signals
import Store

/// An error answer with a status of its own, sent as `application/problem+json` (RFC 9457). A `Failure` thrown by a
/// route becomes one by its code; throw a problem where only a status says it: 409, 413, 503.
public struct HTTPProblem: Error, Sendable {
    /// The status, 400 to 599.
    public var status: Int
    /// The last part of the problem's type, such as `resource-not-found`.
    public var kind: String
    /// What kind of problem this is, the same for each of its kind.
    public var title: String
    /// What happened this time and what to do.
    public var detail: String
    /// Single faults of what was sent, each with the field that has it.
    public var errors: [FieldFault]
    /// A word for programs; that of the kind where nil.
    public var code: String?
    /// Further members of the body by name; one named as a standard member takes its place.
    public var members: [String: JSONValue] = [:]
    /// Header fields to send along, such as `Allow` or `Retry-After`.
    public var headers: HTTPHeaders
    /// The error below, for the log; never sent.
    public var cause: (any Error)?
    /// Whether the connection cannot be trusted to be in step and must end with this answer.
    var closesConnection = false

    /// A problem from its parts.
    public init(
        status: Int, kind: String, title: String, detail: String, errors: [FieldFault] = [],
        headers: HTTPHeaders = HTTPHeaders(), cause: (any Error)? = nil
    ) {
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.errors = errors
        self.headers = headers
        self.cause = cause
    }

    /// The problem that a thrown error is: a problem itself, a `Failure` by its code, anything else 500.
    public init(_ error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let failure as Failure: self = .init(failure)
        case let refusal as AccountError: self = .init(refusal)
        case is CancellationError: self = .stopping
        default:
            self.init(
                status: 500, kind: "internal-server-error", title: "Internal error",
                detail: "Something went wrong inside of the gateway; its log has more under the trace_id.", cause: error
            )
        }
    }

    private init(_ failure: Failure) {
        if failure.cause is StoreDamaged || failure.cause is ErasureUnfinished {
            self.init(
                status: 503, kind: "service-unavailable", title: "The store has trouble", detail: failure.message,
                cause: failure)
            return
        }
        let (status, kind, title) =
            switch failure.code {
            case .usage: (422, "validation-error", "The request makes no sense")
            case .conflict: (409, "resource-conflict", "It does not fit what is there")
            case .notFound: (404, "resource-not-found", "Not found")
            case .notPermitted: (403, "authorization-denied", "Not permitted")
            case .failed: (500, "internal-server-error", "Internal error")
            }
        self.init(status: status, kind: kind, title: title, detail: failure.message, cause: failure)
    }
}

extension HTTPProblem {
    /// 400: the request cannot be understood; the connection ends.
    static func malformed(_ detail: String) -> HTTPProblem {
        var problem = HTTPProblem(status: 400, kind: "validation-error", title: "Bad request", detail: detail)
        problem.closesConnection = true
        return problem
    }

    /// 413.
    static func tooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: 413, kind: "content-too-large", title: "Content too large",
            detail: "The body is larger than the \(limit) bytes that are taken here; send less.")
    }

    /// 503: others send so much at this moment that there is no memory for this body.
    static let noRoom = HTTPProblem(
        status: 503, kind: "service-unavailable", title: "Too many large bodies",
        detail: "Others send large bodies at this moment; send this one again in a few seconds.",
        headers: HTTPHeaders([("Retry-After", "5")]))

    /// 503: the server is being stopped.
    static let stopping = HTTPProblem(
        status: 503, kind: "service-unavailable", title: "Stopping",
        detail: "The gateway is being stopped; try again when it is back.",
        headers: HTTPHeaders([("Retry-After", "5")]))

    /// 405 with the methods that are possible.
    static func methodNotAllowed(_ method: HTTPMethod, path: String, allowed: [HTTPMethod]) -> HTTPProblem {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return HTTPProblem(
            status: 405, kind: "method-not-allowed", title: "Method not allowed",
            detail: "\(method.rawValue) is not possible on \(path); possible: \(names).",
            headers: HTTPHeaders([("Allow", names)]))
    }

    /// 404.
    static func notFound(_ path: String) -> HTTPProblem {
        HTTPProblem(Failure(.notFound, "There is nothing at \(path)."))
    }
}
