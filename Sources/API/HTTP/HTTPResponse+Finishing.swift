import Documents

extension HTTPResponse {
    /// Bytes below which a body is sent as it is: compressing it saves nothing.
    private static let leastPacked = 1024

    /// A read of JSON gets a tag; who has it already gets 304 and no body (RFC 9110 section 13.1.2).
    func conditional(on request: HTTPRequest) -> HTTPResponse {
        guard status == 200, request.method == .get || request.method == .head, headers["ETag"] == nil,
            headers["Content-Type"] == "application/json"
        else { return self }
        let tag: String
        switch body {
        case .bytes(let bytes): tag = bytes.withUnsafeBytes(EntityTag.of)
        case .kept(let kept): tag = kept.entityTag
        default: return self
        }
        var answer = self
        answer.headers.set("ETag", tag)
        answer.headers.set("Cache-Control", "private, no-cache")
        if EntityTag.isKnown(tag, to: request.headers) {
            answer.status = 304
            answer.body = .none
        }
        return answer
    }

    /// Compresses text for clients that accept gzip.
    func compressed(for request: HTTPRequest) -> HTTPResponse {
        guard isText, headers["Content-Encoding"] == nil else { return self }
        let bytes: [UInt8]
        switch body {
        case .bytes(let plain): bytes = plain
        case .kept(let kept): return compressed(kept, for: request)
        case .asset(let asset): bytes = asset.bytes.count < Self.leastPacked ? [] : Array(asset.bytes)
        case .none, .file, .stream, .events, .upgrade: return self
        }
        guard bytes.count >= Self.leastPacked else { return self }
        var answer = self
        answer.headers.append("Vary", "Accept-Encoding")
        guard Self.unpacks(request), let packed = Gzip.pack(bytes) else {
            return answer
        }
        answer.body = .bytes(packed)
        answer.isPacked()
        return answer
    }

    /// The compressed form of kept bytes, made once and shared by later answers.
    private func compressed(_ kept: KeptBytes, for request: HTTPRequest) -> HTTPResponse {
        guard kept.bytes.count >= Self.leastPacked else { return self }
        var answer = self
        answer.headers.append("Vary", "Accept-Encoding")
        guard Self.unpacks(request), let packed = kept.packed else {
            return answer
        }
        answer.body = .kept(packed)
        answer.isPacked()
        return answer
    }

    private mutating func isPacked() {
        headers.append("Content-Encoding", "gzip")
        if let tag = headers["ETag"] { headers.set("ETag", EntityTag.packed(tag)) }
    }

    /// Lets the page of an origin that the owner named read the answer; others get nothing to go by.
    mutating func allow(_ request: HTTPRequest, origins: Set<String>) {
        guard !origins.isEmpty else { return }
        headers.append("Vary", "Origin")
        guard let origin = request.headers["Origin"], origins.contains(origin.lowercased()) else { return }
        headers.set("Access-Control-Allow-Origin", origin)
        headers.set("Access-Control-Expose-Headers", "ETag, X-Trace-Id, Retry-After, Idempotency-Replayed")
        headers.set("Cross-Origin-Resource-Policy", "cross-origin")
        guard request.method == .options, request.headers["Access-Control-Request-Method"] != nil else { return }
        headers.set("Access-Control-Allow-Methods", headers["Allow"] ?? "GET, HEAD, OPTIONS")
        headers.set(
            "Access-Control-Allow-Headers",
            "Authorization, Content-Type, Content-Encoding, If-None-Match, Idempotency-Key, Last-Event-ID")
        headers.set("Access-Control-Max-Age", "600")
    }

    private var isText: Bool {
        let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("javascript")
            || type.hasSuffix("svg+xml")
    }

    /// Whether `Accept-Encoding` takes gzip: named, or by `*`, and not with a weight of zero.
    static func unpacks(_ request: HTTPRequest) -> Bool {
        guard let field = request.headers["Accept-Encoding"] else { return false }
        for entry in field.split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.trimmed().lowercased() }
            guard parts.first == "gzip" || parts.first == "*" else { continue }
            let weight = parts.first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0
        }
        return false
    }
}
