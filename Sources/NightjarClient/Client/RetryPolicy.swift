/// When a request that failed is sent again.
///
/// Only what may be sent twice is: a request whose method is idempotent (RFC 9110, section 9.2.2) or that carries an
/// `Idempotency-Key`. The waits grow by two from ``base`` on, each drawn evenly between nothing and its full length, so
/// that many clients do not come back all at once; a `Retry-After` is waited for in full.
public struct RetryPolicy: Sendable, Hashable {
    /// How often a request is sent at most, the first time included.
    public var tries: Int
    /// The longest wait before the second try, in seconds.
    public var base: Double
    /// The longest wait, in seconds; a `Retry-After` beyond it is not waited for.
    public var longest: Double

    /// Memberwise; what is not given has its default.
    public init(tries: Int, base: Double = 0.5, longest: Double = 30) {
        self.tries = tries
        self.base = base
        self.longest = longest
    }

    /// Three tries, some seconds apart.
    public static let standard = RetryPolicy(tries: 3)
    /// A single try.
    public static let none = RetryPolicy(tries: 1)

    /// Seconds to wait before the next try; nil when there is none.
    /// - Parameters:
    ///   - error: how the last try ended.
    ///   - tried: how many tries there were, 1 at least.
    ///   - random: where in the wait, 0 to 1.
    public func wait(after error: APIError, tried: Int, random: Double) -> Double? {
        guard tried < tries, let asked = Self.isPassing(error) else { return nil }
        let full = min(longest, base * Double(1 << min(20, tried - 1)))
        guard let retryAfter = asked else { return full * random }
        return retryAfter <= longest ? retryAfter + base * random : nil
    }

    /// Whether an error may pass by itself, and after how many seconds the gateway says it will.
    static func isPassing(_ error: APIError) -> Double?? {
        switch error {
        case .networkError(let error):
            [.unreachable, .lost, .timedOut].contains(error.kind) ? .some(nil) : nil
        case .rateLimited(let retryAfter, _): .some(retryAfter)
        case .server(let retryAfter, let problem):
            [500, 502, 503, 504].contains(problem.status) ? .some(retryAfter) : nil
        case .refused(let problem): problem.status == 408 || problem.status == 425 ? .some(nil) : nil
        default: nil
        }
    }
}
