package import Documents
import Runtime

/// Finds the route of a request by method and path.
///
/// A pattern is a path whose segments are literal or a `{name}`, which takes one whole segment, decoded. Where both
/// fit, the literal wins. `HEAD` is answered by the route of `GET`, `OPTIONS` by the router itself.
///
/// ```swift
/// var router = Router()
/// router.get("/api/v1/nights/{date}") { request in
///     let date = try request.parameter("date")
///     return .json { json in json.field("date", date) }
/// }
/// ```
package struct Router: Sendable {
    enum Match: Sendable {
        case found(Route, parameters: [String: String])
        case wrongMethod(allowed: [HTTPMethod])
        case nothing
        case malformed
    }

    private var root = RouteNode()
    /// Where answers to requests with an `Idempotency-Key` are kept; nil where such keys mean nothing.
    var ledger: IdempotencyLedger?

    /// A router without routes.
    package init() {}

    /// A route whose handler may wait. Routes below `/api/v1` carry a `description`.
    package mutating func on(
        _ method: HTTPMethod, _ pattern: String, access: Access = .person,
        _ description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil,
        body: Route.BodyPolicy = .collected(limit: 64 << 10),
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        add(
            method,
            Route(pattern: pattern, access: access, body: body, handler: .waiting(handler), description: description))
    }

    /// A `GET` route whose handler may wait.
    package mutating func get(
        _ pattern: String, access: Access = .person,
        _ description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil,
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.get, pattern, access: access, description(), body: .collected(limit: 0), handler)
    }

    /// A `POST` route whose handler may wait.
    package mutating func post(
        _ pattern: String, access: Access = .person,
        _ description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil,
        body: Route.BodyPolicy = .collected(limit: 64 << 10),
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        on(.post, pattern, access: access, description(), body: body, handler)
    }

    /// A `GET` route answered on the server's own thread, without a task: for what is at hand in microseconds.
    package mutating func immediate(
        _ pattern: String, access: Access = .person,
        _ description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil,
        _ handler: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse
    ) {
        add(
            .get,
            Route(
                pattern: pattern, access: access, body: .collected(limit: 0), handler: .immediate(handler),
                description: description))
    }

    /// A `GET` route whose JSON is kept in `cache` for those who ask again.
    mutating func kept(
        _ pattern: String, _ description: @autoclosure @escaping @Sendable () -> RouteDescription? = nil,
        in cache: AnswerCache, _ make: @escaping AnswerCache.Make
    ) {
        add(
            .get,
            Route(
                pattern: pattern, access: .person, body: .collected(limit: 0),
                handler: .kept { cache.answer($0, by: make) }, description: description))
    }

    /// Embedded files, each at its path.
    package mutating func assets(_ assets: [Asset]) {
        for asset in assets { immediate(asset.path, access: asset.access) { asset.response(to: $0) } }
    }

    /// All routes with their methods, ordered by pattern and method.
    var routes: [(method: HTTPMethod, route: Route)] {
        root.all.sorted { ($0.1.pattern, $0.0.rawValue) < ($1.1.pattern, $1.0.rawValue) }
    }

    /// Methods and patterns of routes below `/api/v1` that nobody has described.
    package var undescribed: [String] { OpenAPIDocument(routes).undescribed }

    mutating func add(_ method: HTTPMethod, _ route: Route) {
        root.insert(route, method: method, segments: Self.segments(of: route.pattern)[...])
    }

    func match(_ method: HTTPMethod, path: String) -> Match {
        guard path.utf8.first == UInt8(ascii: "/") else { return .malformed }
        var decoded: [String] = []
        for segment in Self.segments(of: path) {
            guard let text = PercentEncoding.decode(segment), text != ".", text != ".." else { return .malformed }
            decoded.append(text)
        }
        guard let (node, values) = root.find(decoded[...]) else { return .nothing }
        let wanted = method == .head ? .get : method
        guard let route = node.routes[wanted] else { return .wrongMethod(allowed: node.allowed) }
        let names = Self.segments(of: route.pattern).compactMap(RouteNode.parameterName)
        return .found(route, parameters: Dictionary(zip(names, values)) { _, last in last })
    }

    private static func segments(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}
