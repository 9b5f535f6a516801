public import Documents

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A gateway's API, typed.
///
/// ```swift
/// let client = NightjarClient(transport: transport, tokens: session)
/// let night = try await client.send(.night, NightRequest("latest"))
/// ```
///
/// Each request goes with the token that the injected ``TokenProvider`` gives. A 401 asks it once for a fresh one and
/// sends the request again; what fails in passing is sent again by the ``RetryPolicy``. With a ``ResponseCache``,
/// ``load(_:)`` answers with last known data where there is no connection.
public struct NightjarClient: Sendable {
    let transport: any Transport
    let tokens: (any TokenProvider)?
    let cache: ResponseCache?
    let retry: RetryPolicy
    let time: any TimeSource

    /// A client from its parts.
    /// - Parameters:
    ///   - transport: what carries requests.
    ///   - tokens: where tokens come from; nil for a gateway that asks for none.
    ///   - cache: what is known of earlier answers; nil for none.
    ///   - retry: when a request is sent again.
    ///   - time: the clock.
    public init(
        transport: any Transport, tokens: (any TokenProvider)? = nil, cache: ResponseCache? = nil,
        retry: RetryPolicy = .standard, time: any TimeSource = SystemTime()
    ) {
        self.transport = transport
        self.tokens = tokens
        self.cache = cache
        self.retry = retry
        self.time = time
    }

    /// Sends a request and decodes the answer.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func send<Reply>(_ endpoint: Call<Reply>) async throws -> Reply {
        try endpoint.decode(try await data(endpoint))
    }

    /// Asks a route and reads the answer.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func send<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> Reply {
        try await send(Call(endpoint, request))
    }

    /// Sends a request and returns the answer's body as it is.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func data<Reply>(_ endpoint: Call<Reply>) async throws -> Data {
        try await Self.networked { try await reply(endpoint).body.collect() }
    }

    /// Sends a request and returns the answer, of a good status, as soon as its head is there.
    /// - Parameters:
    ///   - endpoint: the request.
    ///   - headers: header fields to send along.
    ///   - patience: seconds without a byte after which the answer is given up; nil waits for ever.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func reply<Reply>(
        _ endpoint: Call<Reply>, headers: [String: String] = [:], patience: Double? = 60
    ) async throws -> TransportReply {
        var tried = 0
        var isRenewed = false
        var isStranger = endpoint.isPublic
        while true {
            try Task.checkCancellation()
            tried += 1
            let token = isStranger ? nil : try await self.token(for: endpoint)
            do {
                return try await attempt(endpoint, headers, patience, endpoint.token ?? token)
            } catch APIError.unauthorized(let problem) {
                // A wrong password that was typed again, for example, says nothing of the token.
                guard problem.isAboutToken, let token, let tokens else { throw APIError.unauthorized(problem) }
                do {
                    guard !isRenewed, try await tokens.replacement(for: token) != nil else {
                        throw APIError.unauthorized(problem)
                    }
                    isRenewed = true
                } catch let error where endpoint.isOpen && !(error is CancellationError) {
                    isStranger = true
                }
                tried -= 1
            } catch let error as APIError {
                guard endpoint.isRepeatable,
                    let seconds = retry.wait(after: error, tried: tried, random: .random(in: 0...1))
                else { throw error }
                try await time.sleep(seconds: seconds)
            }
        }
    }

    /// The client's token for a request that has none of its own.
    private func token<Reply>(for endpoint: Call<Reply>) async throws -> String? {
        guard endpoint.token == nil else { return nil }
        guard endpoint.isOpen else { return try await tokens?.token() }
        return (try? await tokens?.token()) ?? nil
    }

    private func attempt<Reply>(
        _ endpoint: Call<Reply>, _ headers: [String: String], _ patience: Double?, _ token: String?
    ) async throws -> TransportReply {
        var request = TransportRequest(
            method: endpoint.method, target: endpoint.target, headers: headers, body: endpoint.body,
            patience: patience)
        if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
        if case .none = endpoint.body {} else { request.headers["Content-Type"] = endpoint.contentType }
        if let key = endpoint.idempotencyKey { request.headers["Idempotency-Key"] = key }
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        let reply = try await Self.networked { try await transport.send(request) }
        if (200..<300).contains(reply.status) || (reply.status == 304 && headers["If-None-Match"] != nil) {
            return reply
        }
        let body = (try? await reply.body.collect(limit: 1 << 20)) ?? Data()
        throw APIError(status: reply.status, headers: reply.headers, body: body, now: time.now)
    }

    /// Turns errors of the transport into ``APIError``.
    static func networked<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as TransportError {
            // A transport that was broken off by its task says so in its own way.
            try Task.checkCancellation()
            throw APIError.networkError(error)
        }
    }
}
