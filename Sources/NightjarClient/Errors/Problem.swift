/// What a gateway says of a request that it did not fulfil: `application/problem+json` (RFC 9457).
public struct Problem: Error, Sendable, Hashable, Decodable {
    /// A fault in one field of a request.
    public struct Fault: Sendable, Hashable {
        /// The field, such as `metrics[2].value`; empty when the fault has none.
        public var field: String
        /// What is wrong, and what would be right.
        public var message: String
        /// The fault in one word; empty when it has none.
        public var code: String
    }

    /// A URI that names the kind of problem.
    public var type: String
    /// The kind of problem, in words.
    public var title: String
    /// The status, 400 to 599.
    public var status: Int
    /// What happened, and what to do about it.
    public var detail: String
    /// The path of the request.
    public var instance: String?
    /// The kind in one word, such as `resource-not-found`.
    public var code: String?
    /// The trace id, by which the gateway's log has more.
    public var traceID: String?
    /// The faults in single fields; empty for none.
    public var faults: [Fault]

    /// A problem of which no more is known than its status.
    public init(status: Int, title: String = "", detail: String = "") {
        type = "about:blank"
        self.title = title
        self.status = status
        self.detail = detail
        faults = []
    }

    /// Whether a 401 says that the token is bad, or that there is none; not, for example, that a password typed again is wrong.
    var isAboutToken: Bool { code == nil || code == "authentication-required" }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, instance, code
        case traceID = "trace_id"
        case faults = "errors"
    }

    /// Decodes a problem document (RFC 9457).
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.decodeIfPresent(String.self, forKey: .type) ?? "about:blank"
        title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
        status = try fields.decode(Int.self, forKey: .status)
        detail = try fields.decodeIfPresent(String.self, forKey: .detail) ?? ""
        instance = try fields.decodeIfPresent(String.self, forKey: .instance)
        code = try fields.decodeIfPresent(String.self, forKey: .code)
        traceID = try fields.decodeIfPresent(String.self, forKey: .traceID)
        faults = try fields.decodeIfPresent([Fault].self, forKey: .faults) ?? []
    }
}

extension Problem.Fault: Decodable {
    enum CodingKeys: String, CodingKey { case field, message, code }

    /// Decodes a fault: an object, or a text alone.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(field: "", message: text, code: "")
            return
        }
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            field: try fields.decodeIfPresent(String.self, forKey: .field) ?? "",
            message: try fields.decode(String.self, forKey: .message),
            code: try fields.decodeIfPresent(String.self, forKey: .code) ?? "")
    }
}
