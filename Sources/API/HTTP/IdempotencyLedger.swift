import Documents
package import Gateway
import Runtime
import Signals
import Store
import Synchronization

/// Answers requests that change something once, however often they come: a client that does not know whether its request
/// arrived sends it again under the same `Idempotency-Key` and gets the first answer (draft-ietf-httpapi-idempotency-key-header).
package final class IdempotencyLedger: Sendable {
    private struct Key: Hashable {
        var person: Int64
        var key: String
    }

    /// Bytes above which an answer is not kept, and a repeated request is executed anew.
    private static let largest = 256 << 10
    private let gateway: Gateway
    private let underWay = Mutex<Set<Key>>([])

    /// A ledger in the store of `gateway`.
    package init(_ gateway: Gateway) { self.gateway = gateway }

    /// The kept answer of a request that came before, or what `handler` answers now. For routes whose answer may be kept.
    /// - Returns: nil for a request without a key.
    /// - Throws: ``HTTPProblem``: 400 for a key that makes no sense, 409 while the first request is under way, 422 when the
    ///   key was used for something else; and what `handler` throws.
    func answer(
        _ request: HTTPRequest, by handler: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse? {
        guard let text = request.headers["Idempotency-Key"], request.method == .post, request.stream == nil
        else { return nil }
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPProblem.parameter("An Idempotency-Key has 1 to 255 visible ASCII characters.")
        }
        let key = Key(person: request.caller.personColumn, key: text)
        guard underWay.withLock({ $0.insert(key).inserted }) else { throw HTTPProblem.underWay }
        defer { underWay.withLock { _ = $0.remove(key) } }
        let what = "\(request.path)?\(request.query.items) \(request.body.withUnsafeBytes(EntityTag.of))"
        if let kept = try gateway.store.keptAnswer(of: key.person, key: text) {
            guard kept.request == what else { throw HTTPProblem.otherRequest }
            return replay(kept)
        }
        let answer = try await handler(request)
        // What failed here may work the next time.
        if answer.status < 500, let kept = kept(answer, what) {
            // It is done: who is told otherwise does it again.
            do {
                try await gateway.store.keep(kept, of: key.person, key: text, at: gateway.configuration.clock.now)
            } catch {
                Log.error("An answer could not be kept under its Idempotency-Key.", ["cause": Log.cause(error)])
            }
        }
        return answer
    }

    private func replay(_ kept: KeptAnswer) -> HTTPResponse {
        var answer = HTTPResponse.empty(status: kept.status)
        if let type = kept.mediaType {
            answer = .bytes(status: kept.status, kept.body, contentType: type)
            answer.headers.set("Cache-Control", "no-store")
        }
        answer.headers.set("Idempotency-Replayed", "true")
        return answer
    }

    private func kept(_ answer: HTTPResponse, _ what: String) -> KeptAnswer? {
        switch answer.body {
        case .none: KeptAnswer(request: what, status: answer.status, mediaType: nil, body: [])
        case .bytes(let bytes) where bytes.count <= Self.largest:
            KeptAnswer(request: what, status: answer.status, mediaType: answer.headers["Content-Type"], body: bytes)
        default: nil
        }
    }
}

extension HTTPProblem {
    fileprivate static let underWay = HTTPProblem(
        status: 409, kind: "resource-conflict", title: "Under way",
        detail: "A request with this Idempotency-Key is still being worked on; ask again in a moment.",
        headers: HTTPHeaders([("Retry-After", "1")]))

    fileprivate static let otherRequest = HTTPProblem(
        status: 422, kind: "validation-error", title: "Key used before",
        detail: "This Idempotency-Key was used for another request; make a new key for each new request.",
        errors: [FieldFault("Idempotency-Key", "The key belongs to a request with another body.", code: "key_reused")])
}
