package import Documents

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
