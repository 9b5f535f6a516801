import Documents

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a request failed.
public enum APIError: Error, Sendable, Hashable {
    /// The response is not that of a gateway.
    case invalidResponse(String)
    /// The answer's JSON is not what this version of the client knows; the text says where.
    case decodingFailed(String)
    /// There was no response.
    case networkError(TransportError)
    /// 401: nobody is signed in, or the session has ended.
    case unauthorized(Problem)
    /// 403: the person lacks permission.
    case forbidden(Problem)
    /// 404 or 410: it is not there, not for this person, or no longer.
    case notFound(Problem)
    /// 409: the request contradicts the present state.
    case conflict(Problem)
    /// 429: too often; the gateway says after how many seconds to come again, if it does.
    case rateLimited(retryAfter: Double?, Problem)
    /// 400 or 422: the request is invalid.
    case validation(Problem)
    /// Any other 4xx status.
    case refused(Problem)
    /// 5xx: the gateway's own fault, which says after how many seconds to come again, if it does.
    case server(retryAfter: Double?, Problem)

    /// The error that an answer is which is not what the route answers; without any of its values: they may be
    /// somebody's health.
    init(_ faults: FieldFaults) {
        self = .decodingFailed(faults.faults.map { "\($0.field ?? "the answer") \($0.code)" }.joined(separator: ", "))
    }

    /// The error that an answer of this status is.
    /// - Parameters:
    ///   - status: the status, anything but 2xx and 304.
    ///   - headers: header fields by their names in lower case.
    ///   - body: the body, most often problem+json.
    ///   - now: what time it is, for a `Retry-After` that names a time.
    public init(status: Int, headers: [String: String], body: Data, now: Date) {
        let problem = (try? JSONDecoder().decode(Problem.self, from: body)) ?? Problem(status: status)
        let retryAfter = headers["retry-after"].flatMap { RetryAfter.seconds($0, now: now) }
        switch status {
        case 400, 422: self = .validation(problem)
        case 401: self = .unauthorized(problem)
        case 403: self = .forbidden(problem)
        case 404, 410: self = .notFound(problem)
        case 409: self = .conflict(problem)
        case 429: self = .rateLimited(retryAfter: retryAfter, problem)
        case 400..<500: self = .refused(problem)
        case 500..<600: self = .server(retryAfter: retryAfter, problem)
        default: self = .invalidResponse("A status \(status) is no answer to this request.")
        }
    }

    /// The gateway's problem document; nil without one.
    public var problem: Problem? {
        switch self {
        case .invalidResponse, .decodingFailed, .networkError: nil
        case .unauthorized(let problem), .forbidden(let problem), .notFound(let problem), .conflict(let problem),
            .rateLimited(_, let problem), .validation(let problem), .refused(let problem), .server(_, let problem):
            problem
        }
    }

    /// Whether the gateway is out of reach, so that last known data is the best there is.
    public var isOffline: Bool {
        switch self {
        case .networkError(let error): [.unreachable, .lost, .timedOut].contains(error.kind)
        case .server(_, let problem): [502, 503, 504].contains(problem.status)
        default: false
        }
    }
}
