public import Documents

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One request to a gateway, and how its answer is read. It is made of an `Endpoint` and what that takes:
///
/// ```swift
/// let night = try await client.send(.night, NightRequest("latest"))
/// ```
public struct Call<Reply: Sendable>: Sendable {
    /// The method.
    public var method: String
    /// The path, percent-encoded.
    public var path: String
    /// The query, not encoded; pairs without a value are left out.
    public var query: [(name: String, value: String?)]
    /// The request's body.
    public var body: TransportBody
    /// The media type of the body.
    public var contentType: String
    /// What makes the request the same when it is sent twice; the gateway then does it once.
    public var idempotencyKey: String?
    /// Whether it is sent without the client's token.
    public var isPublic = false
    /// Whether it is answered without a token too; one that is not good is left out.
    var isOpen = false
    /// Reads the body of an answer.
    let decode: @Sendable (Data) throws -> Reply
    /// A token of its own; the client's provider is not asked.
    var token: String?
    /// Whether the route says that it may be sent twice; nil to go by the method.
    var mayRepeat: Bool?

    /// Whether sending it twice does no more than sending it once.
    public var isRepeatable: Bool {
        idempotencyKey != nil || (mayRepeat ?? ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method))
    }

    /// Path and query as sent.
    public var target: String {
        let pairs = query.compactMap { pair in pair.value.map { "\(pair.name)=\(Self.escape($0))" } }
        return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    /// A text as one part of a path or a query (RFC 3986, section 2.3).
    public static func escape(_ text: String) -> String { PercentEncoding.escape(text) }
}

extension Call where Reply == Nothing {
    /// A request from its parts, whose answer is taken as bytes: what was queued, and what no endpoint describes.
    /// - Parameters:
    ///   - method: the method.
    ///   - path: path and query, percent-encoded.
    ///   - body: what is sent along.
    public init(_ method: String, _ path: String, body: TransportBody = .none) {
        self.init(
            method: method, path: path, query: [], body: body, contentType: "application/json", decode: Self.read)
    }
}

extension Call where Reply: Document {
    /// A request of a route.
    /// - Parameters:
    ///   - endpoint: the route.
    ///   - request: what it takes.
    ///   - idempotencyKey: what makes the request the same when it is sent twice; the gateway then does it once. One of
    ///     its own where nothing is said and the route has it so.
    public init<Request>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request, idempotencyKey: String? = nil
    ) {
        let arguments = FieldArguments(of: request)
        method = endpoint.method.rawValue
        path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.first == "{", let value = arguments.path[String(part.dropFirst().dropLast())] else {
                return String(part)
            }
            return Self.escape(value)
        }.joined(separator: "/")
        query = arguments.query.map { (name: $0.name, value: $0.value) }
        body = arguments.hasBody ? .data(Data(request.json.bytes)) : .none
        contentType = "application/json"
        self.idempotencyKey = idempotencyKey ?? (endpoint.isKeyed ? UUID().uuidString : nil)
        isPublic = !endpoint.takesToken
        isOpen = endpoint.access == .everybody
        mayRepeat = endpoint.isRepeatable
        decode = Self.read
    }

    /// The same request, answered by another document, as a file of an export by the names of all.
    func answered<Other: Document>(by document: Other.Type) -> Call<Other> {
        Call<Other>(
            method: method, path: path, query: query, body: body, contentType: contentType,
            idempotencyKey: idempotencyKey, isPublic: isPublic, isOpen: isOpen, decode: Call<Other>.read, token: token,
            mayRepeat: mayRepeat)
    }

    @Sendable
    static func read(_ data: Data) throws -> Reply {
        do { return try FieldReader.answer(Reply.self, [UInt8](data)) } catch { throw APIError(error) }
    }
}
