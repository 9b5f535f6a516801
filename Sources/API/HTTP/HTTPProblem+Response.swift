import Documents
import Runtime

extension HTTPProblem {
    /// The answer that tells the client. `code` and `suggested_action` are extension members; the trace is also the
    /// request's id in the log.
    /// - Parameter isOwn: whether the owner at the unix socket asks, who may know where files are.
    func response(path: String, trace: String, isOwn: Bool = false) -> HTTPResponse {
        let detail = isOwn ? ownDetail ?? detail : detail
        var response = HTTPResponse.json(status: status) { json in
            let standard: [(String, JSONValue)] = [
                ("type", .string("urn:nightjar:problem:\(kind)")), ("title", .string(title)),
                ("status", .number(Double(status))), ("detail", .string(detail)), ("instance", .string(path)),
                ("code", .string(code ?? kind)), ("trace_id", .string(trace)), ("request_id", .string(trace)),
                ("suggested_action", .string(suggestedAction)),
                ("help_url", .string("/assets/api.html#\(kind)")),
            ]
            for (name, value) in standard where members[name] == nil { json.field(name, value) }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            json.array("errors") { json in for fault in errors { fault.write(&json) } }
        }
        response.headers.set("Content-Type", "application/problem+json")
        for field in headers.fields { response.headers.append(field.name, field.value) }
        if closesConnection { response.headers.set("Connection", "close") }
        return response
    }

    /// What a program can do about it, in one word.
    private var suggestedAction: String {
        switch status {
        case 401: "log_in"
        case 403: "check_permissions"
        case 404, 410: "check_id"
        case 409: "check_state"
        case 413: "send_less"
        case 429, 500...: "retry_later"
        default: "check_request"
        }
    }

    /// A new trace: 16 random hexadecimal digits.
    static func trace() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
