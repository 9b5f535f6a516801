import CMicroHTTPD
import Documents

extension Exchange {
    /// What to do with a request of which only the head is known.
    enum Start {
        /// Go on with the body.
        case exchange(Exchange)
        /// Answer at once and close the connection.
        case refuse(HTTPResponse)
    }

    /// Reads the head of a request, checks it and finds its route.
    static func start(
        _ service: Service, _ connection: OpaquePointer, path: String, method: HTTPMethod, version: String
    ) -> Start {
        var request = HTTPRequest(
            method, path, headers: HTTPHeaders(values(of: connection, .HEADER_KIND)),
            isFromUnixSocket: service.isUnixSocket)
        request.isSecure = service.isSecure
        request.address = service.isUnixSocket ? nil : peer(of: connection)
        if !service.isUnixSocket, !service.isLocal {
            request.origin = .network
        } else if service.asksWho {
            request.user = ConnectionNote.user(of: connection)
            request.origin = RequestOrigin(request.user, request.headers, service.configuration.users)
        }
        // A page of another site may no more listen in than change something: an upgrade is checked like a change.
        let isUpgrade = method == .get && request.headers["Upgrade"] != nil
        var refusal = service.check.problem(
            isUpgrade ? .post : method, request.headers, version: version, isUnixSocket: service.isUnixSocket)
        if let seconds = service.limiter?.wait(request.address ?? "") {
            refusal = refusal ?? .tooMany("This machine asks too often; wait \(seconds) s.", seconds: seconds)
        }
        if let refusal, refusal.closesConnection { return .refuse(refusal.refusal(path: path)) }
        if let query = query(of: connection) {
            request.query = query
        } else if refusal == nil {
            refusal = .malformed("The arguments of the address are not percent-encoded UTF-8.")
        }

        var handler = Route.Handler.immediate { _ in throw HTTPProblem.notFound(path) }
        var policy = Route.BodyPolicy.collected(limit: 0)
        var answer: HTTPResponse?
        var pattern: String?
        var keepsAnswer = false
        var access = method == .options ? .everybody : Access.ofNothing(at: path)
        if refusal == nil {
            switch service.router.match(method, path: path) {
            case .found(let route, let parameters):
                handler = route.handler
                policy = route.body
                (pattern, access, keepsAnswer) = (route.pattern, route.access, route.keepsAnswer)
                request.parameters = parameters
            case .wrongMethod(let allowed) where method == .options:
                handler = .immediate { _ in
                    var answer = HTTPResponse.empty()
                    answer.headers.append("Allow", allowed.map(\.rawValue).joined(separator: ", "))
                    return answer
                }
            case .wrongMethod(let allowed): refusal = .methodNotAllowed(method, path: path, allowed: allowed)
            case .nothing:
                if let page = service.router.pageOfNothing, case .page = access, method == .get || method == .head,
                    request.headers["Accept"]?.contains("text/html") == true
                {
                    handler = .immediate { _ in page.responseToWrongAddress() }
                } else {
                    refusal = .notFound(path)
                }
            case .malformed: refusal = .malformed("The path is not percent-encoded UTF-8, or has . or .. in it.")
            }
            switch service.configuration.accessControl?.admit(&request, access) {
            case .allow, nil: break
            case .refuse(let problem): refusal = problem
            case .redirect(let page): answer = .redirect(to: page)
            case .answer(let page): (refusal, answer) = (nil, page)
            }
        }
        let expected = request.headers["Content-Length"].flatMap { Int($0) }
        if refusal == nil, let expected, expected > policy.limit { refusal = .tooLarge(limit: policy.limit) }

        if let refusal {
            if request.headers["Expect"] != nil || (expected ?? 0) > patience {
                let trace = HTTPProblem.trace()
                service.configuration.report(
                    RequestReport(
                        trace: trace, method: method.rawValue, route: pattern, status: refusal.status, duration: .zero,
                        error: refusal))
                return .refuse(refusal.response(path: path, trace: trace))
            }
            handler = .immediate { _ in throw refusal }
        }
        if let answer {
            handler = .immediate { _ in answer }
            policy = .collected(limit: 0)
        }
        let watch = ConnectionHandle(connections: service.connections, descriptor: nj_mhd_descriptor(connection))
        let gate = ConnectionGate(connection, watch)
        let sink: Sink
        switch (refusal, policy) {
        case (.some, _): sink = .discard
        case (nil, .collected(let limit)): sink = .collect(limit: limit)
        case (nil, .streamed(let limit)):
            let body = RequestBody(gate: gate, expectedCount: expected, limit: limit)
            request.stream = body
            sink = .pass(body)
        }
        return .exchange(
            Exchange(
                service: service, request: request, pattern: pattern, access: access, handler: handler,
                keepsAnswer: keepsAnswer, sink: sink, gate: gate, watch: watch))
    }

    private static func query(of connection: OpaquePointer) -> HTTPQuery? {
        var items: [(String, String)] = []
        for (name, value) in values(of: connection, .GET_ARGUMENT_KIND) {
            guard let name = PercentEncoding.decode(name[...]), let value = PercentEncoding.decode(value[...]) else {
                return nil
            }
            items.append((name, value))
        }
        return HTTPQuery(items)
    }

    private static func peer(of connection: OpaquePointer) -> String? {
        let text = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
            count = nj_mhd_peer(connection, buffer.baseAddress, 64)
        }
        let address = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // An IPv4 client of a socket for both (RFC 4291 section 2.5.5.2).
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        return address.isEmpty ? nil : address
    }

    private static func values(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> [(String, String)] {
        var list = FieldList()
        withUnsafeMutablePointer(to: &list) { pointer in
            _ = MHD_get_connection_values(connection, kind, collectField, pointer)
        }
        return list.fields
    }
}

/// The header fields that libmicrohttpd hands over one by one.
private struct FieldList {
    var fields: [(String, String)] = []
}

private func collectField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context, let name else { return .NO }
    context.assumingMemoryBound(to: FieldList.self).pointee.fields.append(
        (String(cString: name), value.map { String(cString: $0) } ?? ""))
    return .YES
}
