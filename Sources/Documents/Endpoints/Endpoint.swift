/// A route of the API: what is asked, what is answered and who may ask. The gateway registers it, programs call it, and
/// the description of the API is made from it.
///
/// ```swift
/// extension Endpoint where Request == NightRequest, Reply == NightDocument {
///     public static var night: Self {
///         Self(.get, "/api/v1/nights/{date}", "A night", in: "nights", problems: [400, 404])
///     }
/// }
/// ```
public struct Endpoint<Request: Document, Reply: Document>: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The path, with `{name}` for each field that `Request` has there.
    public let path: String
    /// Who may ask.
    public let access: Access
    /// The status of a good answer.
    public let status: Int
    /// The status where a field of the request is wrong.
    public let faultStatus: Int
    /// The most bytes that a body may have.
    public let limit: Int
    /// Whether asking twice changes no more than asking once, whatever the method.
    public let isRepeatable: Bool
    /// Whether a client gives the request a key of its own, by which the gateway does it once however often it comes.
    public let isKeyed: Bool
    /// Whether the gateway keeps the answer to a request with a key, to give it again; not where it holds a secret.
    public let keepsAnswer: Bool
    /// Whether a client that has a token sends it along; not where it signs in.
    public let takesToken: Bool
    private let texts: Texts

    private struct Texts {
        var summary: String
        var chapter: String
        var detail: String?
        var body: Schema?
        var needsBody: Bool
        var reply: Schema?
        var replies: [Int: Schema]
        var problems: [Int]
    }

    /// A route.
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path, with `{name}` for what varies.
    ///   - access: who may ask; whoever has signed in where nothing is said.
    ///   - summary: one line for users.
    ///   - chapter: where in the description, such as `nights`.
    ///   - detail: more than the line.
    ///   - status: that of a good answer; where nothing is said 200, or 204 for ``Nothing``.
    ///   - faultStatus: that where a field is wrong; 422, or 400 where other programs were promised so.
    ///   - limit: the most bytes that the body may have.
    ///   - body: what is sent where that is not JSON.
    ///   - needsBody: whether a request without a body is refused.
    ///   - reply: what is answered where that is not the JSON of `Reply`, such as `Schema.file`.
    ///   - replies: further good answers by status.
    ///   - problems: statuses of problems that are worth naming.
    ///   - isKeyed: whether a client gives the request a key of its own, so that it can be sent again.
    ///   - isRepeatable: whether the request may be sent again where its answer was lost; where nothing is said, by its
    ///     method.
    ///   - keepsAnswer: whether the answer may be kept, to be given again; where nothing is said, unless it is about signing
    ///     in.
    ///   - takesToken: whether a client that has a token sends it along.
    public init(
        _ method: HTTPMethod, _ path: String, access: Access = .person, _ summary: String, in chapter: String,
        detail: String? = nil, status: Int? = nil, faultStatus: Int = 422, limit: Int = 64 << 10, body: Schema? = nil,
        needsBody: Bool = true, reply: Schema? = nil, replies: [Int: Schema] = [:], problems: [Int] = [],
        isKeyed: Bool = false,
        isRepeatable: Bool? = nil, keepsAnswer: Bool? = nil, takesToken: Bool = true
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.status = status ?? (Reply.self == Nothing.self && reply == nil ? 204 : 200)
        self.faultStatus = faultStatus
        self.limit = limit
        self.isKeyed = isKeyed
        self.isRepeatable = isRepeatable ?? [.get, .head, .options, .put, .delete].contains(method)
        // Of requests with passwords not even a digest is kept.
        self.keepsAnswer = keepsAnswer ?? !path.hasPrefix("/api/v1/auth/")
        self.takesToken = takesToken
        texts = Texts(
            summary: summary, chapter: chapter, detail: detail, body: body, needsBody: needsBody, reply: reply,
            replies: replies, problems: problems)
    }

    /// Whether the body is JSON.
    package var takesJSON: Bool { texts.body.map { $0.mediaType == "application/json" } ?? true }

    /// Whether a body that cannot be understood is a 400 and no 422.
    package var tellsBadRequest: Bool { Request.isClosed || texts.problems.contains(400) }

    /// What users are told of it.
    public var description: RouteDescription {
        let fields = FieldDescription(of: Request.self)
        var body = texts.body
        if body == nil, fields.hasBody { body = Request.title.map { .named($0, fields.body) } ?? fields.body }
        if !texts.needsBody { body = body?.optional }
        var replies = texts.replies
        replies[status] = texts.reply ?? (Reply.self == Nothing.self ? Schema.none : Reply.schema)
        return RouteDescription(
            summary: texts.summary, chapter: texts.chapter, detail: texts.detail, query: fields.query,
            path: fields.path, body: body, replies: replies, problems: texts.problems)
    }
}
