#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One request that a gateway understands, and what it answers. The routes are static members: `.devices`,
/// `.night("latest")`.
public struct Endpoint<Reply: Decodable & Sendable>: Sendable {
    /// The HTTP method.
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
    /// A token of its own; the client's provider is not asked.
    var token: String?
    /// Whether it changes nothing whatever its method.
    var isSafe = false

    /// Memberwise; what is not given has its default.
    public init(
        _ method: String, _ path: String, query: [(name: String, value: String?)] = [], body: TransportBody = .none,
        contentType: String = "application/json", idempotencyKey: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.contentType = contentType
        self.idempotencyKey = idempotencyKey
    }

    /// A request that carries JSON. Instants go as seconds since 1970 where the route's fields end in `_s`, else as
    /// RFC 3339 text.
    public init(
        _ method: String, _ path: String, json: some Encodable, dates: DateForm = .seconds,
        idempotencyKey: String? = nil
    ) throws {
        let data = try ClientJSON.encoder(dates).encode(json)
        self.init(method, path, body: .data(data), idempotencyKey: idempotencyKey)
    }

    /// Whether sending it twice does no more than sending it once.
    public var isRepeatable: Bool {
        isSafe || idempotencyKey != nil || ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method)
    }

    /// Path and query as sent.
    public var target: String {
        let pairs = query.compactMap { pair in pair.value.map { "\(pair.name)=\(Self.escape($0))" } }
        return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    /// A text as one part of a path or a query (RFC 3986, section 2.3).
    public static func escape(_ text: String) -> String { PercentEncoding.escape(text) }
}

/// The form of instants in a request.
public enum DateForm: Sendable {
    /// Seconds since 1970.
    case seconds
    /// RFC 3339 text in UTC.
    case text
}

/// A reply without content, such as 204.
public struct NoReply: Decodable, Sendable, Hashable {
    /// A reply without content.
    public init() {}
}
