import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import API

@Suite("A request that comes again under its key")
struct IdempotencyTests {
    private let gateway: Gateway
    private let ledger: IdempotencyLedger

    init() throws {
        gateway = try Gateway(
            .init(folder: NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))", zone: .utc))
        ledger = IdempotencyLedger(gateway)
    }

    private func request(_ key: String?, _ body: String, person: Int64 = 0) -> HTTPRequest {
        var request = HTTPRequest(.post, "/things", body: Array(body.utf8))
        if let key { request.headers.append("Idempotency-Key", key) }
        if person > 0 { request.caller = Caller(person: .init(rawValue: person), role: .patient) }
        return request
    }

    private func text(_ answer: HTTPResponse?) -> String {
        guard case .bytes(let bytes) = answer?.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("gets the first answer, also from a ledger that was started again, and does nothing twice")
    func again() async throws {
        let count = Mutex(0)
        let add: @Sendable (HTTPRequest) async throws -> HTTPResponse = { _ in
            let number = count.withLock {
                $0 += 1; return $0
            }
            return .json(status: 201) { $0.field("number", number) }
        }
        #expect(try await ledger.answer(request(nil, "a"), by: add) == nil)
        let first = try await ledger.answer(request("k", "a"), by: add)
        let second = try await IdempotencyLedger(gateway).answer(request("k", "a"), by: add)
        #expect(text(first) == "{\"number\":1}" && text(second) == text(first) && second?.status == 201)
        #expect(second?.headers["Idempotency-Replayed"] == "true" && count.withLock(\.self) == 1)
        #expect(text(try await ledger.answer(request("k", "a", person: 7), by: add)) == "{\"number\":2}")
    }

    @Test("is refused with another body, and while the first is under way")
    func refused() async throws {
        _ = try await ledger.answer(request("k", "a")) { _ in .empty() }
        await #expect { try await ledger.answer(request("k", "b")) { _ in .empty() } } throws: {
            ($0 as? HTTPProblem)?.status == 422
        }
        let (kept, again) = (ledger, request("l", "a"))
        _ = try await kept.answer(again) { _ in
            do {
                _ = try await kept.answer(again) { _ in .empty() }
                Issue.record("The second was taken while the first was under way.")
            } catch let problem as HTTPProblem { #expect(problem.status == 409) }
            return .empty()
        }
        await #expect { try await ledger.answer(request("two words", "a")) { _ in .empty() } } throws: {
            ($0 as? HTTPProblem)?.status == 400
        }
    }

    @Test("is tried again when it failed here")
    func failed() async throws {
        _ = try await ledger.answer(request("k", "a")) { _ in .empty(status: 503) }
        let answer = try await ledger.answer(request("k", "a")) { _ in .empty(status: 204) }
        #expect(answer?.status == 204 && answer?.headers["Idempotency-Replayed"] == nil)
    }

    @Test("is answered as it was done, even where the answer cannot be kept")
    func unkept() async throws {
        let answer = try await ledger.answer(request("k", "a")) { [gateway] _ in
            gateway.store.close()
            return .empty(status: 204)
        }
        #expect(answer?.status == 204)
    }

    @Test("keeps nothing of routes whose answers or questions hold secrets, however their paths are written")
    func secrets() async throws {
        let fixture = try AccountsFixture()
        let ada = try await fixture.enter("ada")
        for path in ["/api/v1/%61uth/login", "/api/v1/auth/login"] {
            let answer = try await fixture.ask(
                "POST", path, #"{"email":"ada@example.org","password":"correct horse"}"#,
                fields: ["Idempotency-Key: k"])
            #expect(answer.status == 200)
        }
        _ = try await fixture.ask(
            "POST", "/api/v1/%61uth/people/1/invitation", token: ada, fields: ["Idempotency-Key: k"])
        for person: Int64 in [0, 1] { #expect(try fixture.gateway.store.keptAnswer(of: person, key: "k") == nil) }
        let open = fixture.router.routes.filter { $0.method == .post && !$0.route.keepsAnswer }.map(\.route.pattern)
        #expect(open.contains("/api/v1/relay/pair") && open.contains("/api/v1/relay/pairing-codes"))
        #expect(!open.contains("/api/v1/night-recordings"))
    }
}
