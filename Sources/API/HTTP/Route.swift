import Documents

/// What answers to one method on one path pattern.
package struct Route: Sendable {
    /// What a route does with the body of a request.
    package enum BodyPolicy: Sendable {
        /// Collects up to so many bytes before the handler runs; more is answered with 413. Zero: none is taken.
        case collected(limit: Int)
        /// Starts the handler at once and hands it the body in pieces, up to so many bytes.
        case streamed(limit: Int)

        var limit: Int {
            switch self {
            case .collected(let limit), .streamed(let limit): limit
            }
        }
    }

    enum Handler: Sendable {
        case immediate(@Sendable (HTTPRequest) throws -> HTTPResponse)
        /// Answers at once from ``AnswerCache`` when it can, else in a task.
        case kept(@Sendable (HTTPRequest) -> AnswerCache.Answer)
        case waiting(@Sendable (HTTPRequest) async throws -> HTTPResponse)
    }

    /// The pattern, such as `/api/v1/nights/{date}`.
    package let pattern: String
    /// Who may use it.
    let access: Access
    let body: BodyPolicy
    let handler: Handler
    /// Whether the answer to a request with an `Idempotency-Key` is kept, to be given again; not where it holds a secret.
    var keepsAnswer = true
    /// The description for API users; nil for routes outside the API.
    let description: (@Sendable () -> RouteDescription?)?
}
