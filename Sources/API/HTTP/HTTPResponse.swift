package import Documents
import Runtime

/// What a route answers.
package struct HTTPResponse: Sendable {
    /// Where the bytes come from.
    enum Body: Sendable {
        case none
        case bytes([UInt8])
        case kept(KeptBytes)
        case asset(Asset)
        case file(OpenFile)
        case stream(count: UInt64?, @Sendable (ResponseStream) async throws -> Void)
        case events(EventSubscription)
        case upgrade(any WebSocketSession)
    }

    /// The status, 200 to 599.
    package var status: Int
    /// Fields beside the ones that every answer has.
    package var headers: HTTPHeaders
    var body: Body
    /// Whether the caller may still have it, which is asked while it is sent whenever rights change; nil where that is
    /// so for as long as they have the role in which they asked.
    var isAllowed: (@Sendable () -> Bool)?
    /// The slot that the answer occupies; released when the last byte is sent.
    var place: (any Sendable)?

    init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer without a body, by default 204.
    package static func empty(status: Int = 204) -> HTTPResponse { HTTPResponse(status: status, body: .none) }

    /// Sends a browser to another page of this site.
    static func redirect(to path: String) -> HTTPResponse {
        HTTPResponse(
            status: 302, headers: HTTPHeaders([("Location", path), ("Cache-Control", "no-store")]), body: .none)
    }

    /// Bytes of a media type.
    package static func bytes(status: Int = 200, _ bytes: [UInt8], contentType: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", contentType)]), body: .bytes(bytes))
    }

    /// Plain text.
    package static func text(status: Int = 200, _ text: String) -> HTTPResponse {
        .bytes(status: status, Array(text.utf8), contentType: "text/plain; charset=utf-8")
    }

    /// A JSON object; clients must not cache it.
    package static func json(status: Int = 200, _ body: (inout JSONText) throws -> Void) rethrows -> HTTPResponse {
        var json = JSONText()
        try json.object(body)
        return .json(status: status, json)
    }

    /// Finished JSON; clients must not cache it.
    package static func json(status: Int = 200, _ json: JSONText) -> HTTPResponse {
        var response = HTTPResponse.bytes(status: status, json.bytes, contentType: "application/json")
        response.headers.append("Cache-Control", "no-store")
        return response
    }

    /// A file, sent by the kernel from its descriptor.
    package static func file(_ file: OpenFile, contentType: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: HTTPHeaders([("Content-Type", contentType)]), body: .file(file))
    }

    /// A body that is written while it is sent.
    /// - Parameters:
    ///   - contentType: its media type.
    ///   - count: bytes in all when known; the client can then show progress. Writing fewer or more is an error.
    ///   - write: runs in a task of its own, which is cancelled when the client leaves. An error thrown by it breaks the
    ///     connection off, so that no client takes a part for the whole.
    package static func stream(
        contentType: String, count: UInt64? = nil,
        _ write: @escaping @Sendable (ResponseStream) async throws -> Void
    ) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", contentType), ("Cache-Control", "no-store")]),
            body: .stream(count: count, write))
    }

    /// What `HEAD` gets where the body is not made for it, so that nobody can say how long it would be.
    static func head(contentType: String) -> HTTPResponse { .stream(contentType: contentType) { _ in } }

    /// Server-sent events until the client leaves.
    package static func events(_ subscription: EventSubscription) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPHeaders([("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")]),
            body: .events(subscription))
    }

    /// The same answer, broken off while it is sent as soon as the caller may not have it any more.
    /// - Parameter isAllowed: whether they still may; called from any thread whenever rights change.
    func whileAllowed(_ isAllowed: @escaping @Sendable () -> Bool) -> HTTPResponse {
        var answer = self
        answer.isAllowed = isAllowed
        return answer
    }

    /// The same answer, to be saved by a browser under `name` (RFC 6266; other than ASCII in the extended form).
    package func attachment(named name: String) -> HTTPResponse {
        var answer = self
        let plain = String(
            name.unicodeScalars.map {
                $0.isASCII && $0.value >= 0x20 && !"\"\\/".unicodeScalars.contains($0) ? Character($0) : "_"
            })
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        let extended = name.utf8.map { byte in
            unreserved.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        answer.headers.set("Content-Disposition", "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(extended)")
        return answer
    }
}
