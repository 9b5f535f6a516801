import Runtime

extension HTTPProblem {
    /// The answer that tells the client. `code` and `suggested_action` are extension members; the trace is also the
    /// request's id in the log.
    func response(path: String, trace: String) -> HTTPResponse {
        var response = HTTPResponse.json(status: status) { json in
            json.field("type", "urn:nightjar:problem:\(kind)")
            json.field("title", title)
            json.field("status", status)
            json.field("detail", detail)
            json.field("instance", path)
            json.field("code", kind)
            json.field("trace_id", trace)
            json.array("errors", errors)
        }
        response.headers.set("Content-Type", "application/problem+json")
        for field in headers.fields { response.headers.append(field.name, field.value) }
        if closesConnection { response.headers.set("Connection", "close") }
        return response
    }

    /// A new trace: 16 random hexadecimal digits.
    static func trace() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
