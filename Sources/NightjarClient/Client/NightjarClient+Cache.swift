#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension NightjarClient {
    /// Asks for a value, with last known data as the answer where there is no connection.
    ///
    /// What is unchanged since does not come over the wire again.
    /// - Throws: ``APIError`` when there is neither an answer nor last known data; `CancellationError`.
    public func load<Reply>(_ endpoint: Call<Reply>) async throws -> Snapshot<Reply> {
        let key = endpoint.target
        guard let cache, endpoint.method == "GET" else {
            return Snapshot(value: try await send(endpoint), asOf: time.now, isStale: false)
        }
        let era = await cache.era
        let known = await cache.response(key)
        do {
            let headers = known?.etag.map { ["If-None-Match": $0] } ?? [:]
            let reply = try await reply(endpoint, headers: headers)
            let now = time.now
            if reply.status == 304, let known {
                await cache.confirm(key, asOf: now)
                return Snapshot(value: try endpoint.decode(known.body), asOf: now, isStale: false)
            }
            let body = try await Self.networked { try await reply.body.collect() }
            let value = try endpoint.decode(body)
            await cache.keep(key, CachedResponse(etag: reply.headers["etag"], body: body, asOf: now), era: era)
            return Snapshot(value: value, asOf: now, isStale: false)
        } catch let error as APIError where error.isOffline {
            // A sign-out while it was being asked for has taken the data away.
            guard await cache.era == era, let known, let value = try? endpoint.decode(known.body) else { throw error }
            return Snapshot(value: value, asOf: known.asOf, isStale: true)
        }
    }

    /// Asks a route, with last known data as the answer where there is no connection.
    /// - Throws: ``APIError`` when there is neither an answer nor last known data; `CancellationError`.
    public func load<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> Snapshot<Reply> {
        try await load(Call(endpoint, request))
    }

    /// What is known of an earlier answer of a route, at once and without asking; nil when nothing is.
    public func lastKnown<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request = Request()
    ) async -> Snapshot<Reply>? {
        await lastKnown(Call(endpoint, request))
    }

    /// What is known of an earlier answer, at once and without asking; nil when nothing is.
    public func lastKnown<Reply>(_ endpoint: Call<Reply>) async -> Snapshot<Reply>? {
        guard let known = await cache?.response(endpoint.target), let value = try? endpoint.decode(known.body) else {
            return nil
        }
        return Snapshot(value: value, asOf: known.asOf, isStale: true)
    }
}
