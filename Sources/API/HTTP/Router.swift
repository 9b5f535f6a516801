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
    /// What a browser is shown at an address that leads nowhere; nil for the problem that programs get.
    package var pageOfNothing: Asset?

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

/// Routes by the values that say what they take and give: the request comes read and checked, the reply is written.
extension Router {
    /// A route that answers with a document.
    package mutating func on<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>,
        _ handler: @escaping @Sendable (Request, HTTPRequest) async throws -> Reply
    ) {
        let status = endpoint.status
        answer(endpoint) { content, request in
            let reply = try await handler(content, request)
            return .document(status: status, reply)
        }
    }

    /// A route that answers with more than a document: a file, a stream, another status.
    package mutating func answer<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, body: Route.BodyPolicy? = nil,
        _ handler: @escaping @Sendable (Request, HTTPRequest) async throws -> HTTPResponse
    ) {
        register(endpoint, body, .waiting { try await handler($0.content(of: endpoint), $0) })
    }

    /// A route answered on the server's own thread, without a task: for what is at hand in microseconds.
    package mutating func immediate<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>,
        _ handler: @escaping @Sendable (Request, HTTPRequest) throws -> Reply
    ) {
        let status = endpoint.status
        register(endpoint, nil, .immediate { .document(status: status, try handler($0.content(of: endpoint), $0)) })
    }

    /// A route answered on the server's own thread with more than a document, such as a WebSocket.
    package mutating func immediateAnswer<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>,
        _ handler: @escaping @Sendable (Request, HTTPRequest) throws -> HTTPResponse
    ) {
        register(endpoint, nil, .immediate { try handler($0.content(of: endpoint), $0) })
    }

    /// A route whose JSON is kept in `cache` for those who ask again, for as long as nothing changes in the stretch of
    /// the data that it is made of; nil: in anything.
    mutating func kept<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, in cache: AnswerCache,
        _ make: @escaping @Sendable (Request, HTTPRequest) throws -> (Reply, Stretch?)
    ) {
        register(
            endpoint, nil,
            .kept { request in
                cache.answer(request) { request in
                    let (reply, stretch) = try make(request.content(of: endpoint), request)
                    return AnswerCache.Made(json: reply.json, stretch: stretch)
                }
            })
    }

    private mutating func register<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ body: Route.BodyPolicy?, _ handler: Route.Handler
    ) {
        let limit = endpoint.method == .get ? 0 : endpoint.limit
        add(
            endpoint.method,
            Route(
                pattern: endpoint.path, access: endpoint.access, body: body ?? .collected(limit: limit),
                handler: handler, keepsAnswer: endpoint.keepsAnswer, description: { endpoint.description }))
    }
}

extension HTTPRequest {
    /// What is asked, read strictly from path, query and body.
    /// - Throws: a 400 for what cannot be understood, a 422 with each field that is wrong.
    func content<Request: Document, Reply>(of endpoint: Endpoint<Request, Reply>) throws -> Request {
        do {
            return try FieldReader.request(
                Request.self, body: try members(of: endpoint),
                FieldReader.Arguments(path: parameters, query: { self.query[$0] }))
        } catch let faults as FieldFaults {
            if let fault = faults.faults.first(where: \.isMalformed) { throw HTTPProblem.parameter(fault.message) }
            var problem = HTTPProblem.invalid(faults.faults)
            if endpoint.faultStatus == 400 { (problem.status, problem.title) = (400, "Bad request") }
            throw problem
        }
    }

    /// The members of the JSON object in the body; none where there is none.
    private func members<Request: Document, Reply>(of endpoint: Endpoint<Request, Reply>) throws -> [String: JSONValue]
    {
        guard stream == nil, !body.isEmpty, endpoint.takesJSON else { return [:] }
        if let members = try? JSONValue(parsing: body).object { return members }
        let what = "The body must be a JSON object."
        guard !endpoint.tellsBadRequest else { throw HTTPProblem.parameter(what) }
        throw HTTPProblem.invalid([FieldFault(nil, what, code: "invalid_type")])
    }
}

extension HTTPResponse {
    /// A document as JSON, never kept by caches; nothing of ``Nothing``.
    static func document(status: Int = 200, _ document: some Document) -> HTTPResponse {
        document is Nothing ? .empty(status: status) : .json(status: status, document.json)
    }
}
