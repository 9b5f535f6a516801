import Accounts
package import Documents
import Runtime
import Signals
import Store

/// An error answer with a status of its own, sent as `application/problem+json` (RFC 9457). A `Failure` thrown by a
/// route becomes one by its code; throw a problem where only a status says it: 409, 413, 503.
package struct HTTPProblem: Error, Sendable {
    /// The status, 400 to 599.
    package var status: Int
    /// The last part of the problem's type, such as `resource-not-found`.
    package var kind: String
    /// What kind of problem this is, the same for each of its kind.
    package var title: String
    /// What happened in this request, and what to do about it.
    package var detail: String
    /// Single faults of what was sent, each with the field that has it.
    package var errors: [FieldFault]
    /// A word for programs; that of the kind where nil.
    package var code: String?
    /// Further members of the body by name; one named as a standard member takes its place.
    package var members: [String: JSONValue] = [:]
    /// Header fields to send along, such as `Allow` or `Retry-After`.
    package var headers: HTTPHeaders
    /// What the owner at the unix socket is told instead of ``detail``: a failure's own words, with the folders of files.
    private var ownDetail: String?
    /// The error below, for the log; never sent.
    package var cause: (any Error)?
    /// Whether the connection cannot be trusted to be in step and must end with this answer.
    var closesConnection = false

    /// Memberwise; what is not given has its default.
    package init(
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
    package init(_ error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let failure as Failure: self = .init(failure)
        case let refusal as AccountError: self = .init(refusal)
        case is CancellationError: self = .stopping
        case let refusal as SQLiteError: self = .store(refusal) ?? .unforeseen(refusal)
        default: self = .unforeseen(error)
        }
    }

    private init(_ failure: Failure) {
        if failure.cause is StoreDamaged || failure.cause is ErasureUnfinished {
            let told = Failure.withoutFolders(failure.message)
            self.init(
                status: 503, kind: "service-unavailable", title: "The store has trouble", detail: told, cause: failure)
            if told != failure.message { ownDetail = failure.message }
            return
        }
        if let problem = Self.passing(failure) {
            self = problem
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
        let told = Failure.withoutFolders(failure.message)
        // What another error led to, or names a file, is about the inside of the gateway.
        let isInside = status >= 500 && (!(failure.cause is SystemError?) || told != failure.message)
        self.init(status: status, kind: kind, title: title, detail: isInside ? Self.inside : told, cause: failure)
        if detail != failure.message { ownDetail = failure.message }
    }
}

extension HTTPProblem {
    private static let inside =
        "Something went wrong inside of the gateway. Try again; if it stays, its owner finds the cause in its log under the "
        + "trace_id."

    /// 500: an error that was not written for people.
    private static func unforeseen(_ error: any Error) -> HTTPProblem {
        HTTPProblem(
            status: 500, kind: "internal-server-error", title: "Internal error", detail: inside, cause: error)
    }

    /// 503 for what passes when there is room again or another program lets go of the store; nil for any other failure.
    private static func passing(_ failure: Failure) -> HTTPProblem? {
        if failure.cause is NoSpace { return .noSpace(failure) }
        guard var problem = (failure.cause as? SQLiteError).flatMap(store) else { return nil }
        (problem.cause, problem.ownDetail) = (failure, failure.message)
        return problem
    }

    /// 503 for what the store may well do later; nil for what it will not.
    private static func store(_ error: SQLiteError) -> HTTPProblem? {
        if error.code.meansNoWriting { return .noSpace(error) }
        switch error.code.primary {
        case .busy, .locked:
            return HTTPProblem(
                status: 503, kind: "service-unavailable", title: "The store is busy",
                detail: "Another program holds the store at the moment; try again in 2 s.",
                headers: HTTPHeaders([("Retry-After", "2")]), cause: error)
        default: return nil
        }
    }

    /// 503: the disk is full, or takes nothing.
    private static func noSpace(_ error: any Error) -> HTTPProblem {
        var problem = HTTPProblem(
            status: 503, kind: "service-unavailable", title: "The disk takes no more",
            detail: "The gateway cannot write to its disk. Its owner must free some space; try again then.",
            headers: HTTPHeaders([("Retry-After", "60")]), cause: error)
        problem.ownDetail = (error as? Failure)?.message
        return problem
    }
}

extension HTTPProblem {
    /// 400: the request cannot be understood; the connection ends.
    static func malformed(_ detail: String) -> HTTPProblem {
        var problem = HTTPProblem(status: 400, kind: "validation-error", title: "Bad request", detail: detail)
        problem.closesConnection = true
        return problem
    }

    /// 413: the body is larger than `limit` bytes.
    static func tooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: 413, kind: "content-too-large", title: "Content too large",
            detail: "The body is larger than the \(limit) bytes that are taken here; send less.")
    }

    /// 503: this caller or all together send so much at this moment that there is no memory for this body.
    static let noRoom = HTTPProblem(
        status: 503, kind: "service-unavailable", title: "Too many large bodies",
        detail: "Too much is being sent at this moment; send this one again in a few seconds, one after the other.",
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

    /// 404: no route has this path.
    static func notFound(_ path: String) -> HTTPProblem {
        HTTPProblem(
            status: 404, kind: "resource-not-found", title: "Not found", detail: "There is nothing at \(path).")
    }
}

extension HTTPProblem {
    /// The answer that tells the client. `code` and `suggested_action` are extension members; the trace is also the
    /// request's id in the log.
    /// - Parameter isOwn: whether the owner at the unix socket asks, who may know where files are.
    func response(path: String, trace: String, isOwn: Bool = false) -> HTTPResponse {
        let detail = isOwn ? ownDetail ?? detail : detail
        var response = HTTPResponse.json(status: status) { json in
            let standard: [(String, JSONValue)] = [
                ("type", .string("urn:nightjar:problem:\(kind)")), ("title", .string(title)),
                ("status", .number(Double(status))), ("detail", .string(detail)), ("instance", .string(path)),
                ("code", .string(code ?? kind)), ("trace_id", .string(trace)), ("request_id", .string(trace)),
                ("suggested_action", .string(suggestedAction)),
                ("help_url", .string("/assets/api.html#\(kind)")),
            ]
            for (name, value) in standard where members[name] == nil { json.field(name, value) }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            json.array("errors") { json in for fault in errors { fault.write(&json) } }
        }
        response.headers.set("Content-Type", "application/problem+json")
        for field in headers.fields { response.headers.append(field.name, field.value) }
        if closesConnection { response.headers.set("Connection", "close") }
        return response
    }

    /// What a program can do about it, in one word.
    private var suggestedAction: String {
        switch status {
        case 401: "log_in"
        case 403: "check_permissions"
        case 404, 410: "check_id"
        case 409: "check_state"
        case 413: "send_less"
        case 429, 500...: "retry_later"
        default: "check_request"
        }
    }

    /// A new trace: 16 random hexadecimal digits.
    static func trace() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
