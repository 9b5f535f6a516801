import Foundation
import Runtime
import Store
import Synchronization
import Testing

@testable import API

@Suite("Answers that are kept")
struct AnswerCacheTests {
    private func text(_ answer: HTTPResponse?) -> String? {
        guard case .kept(let kept) = answer?.body else { return nil }
        return String(decoding: kept.bytes, as: UTF8.self)
    }

    @Test("are made once for all who ask, and anew when the store has changed or another person asks")
    func kept() async throws {
        let (revision, made) = (Box(1), Box(0))
        let cache = AnswerCache { UInt64(revision.value) }
        let request = HTTPRequest(.get, "/night", query: HTTPQuery([("device", "a")]))
        let make: @Sendable (HTTPRequest) throws -> JSONText = { _ in
            var json = JSONText()
            json.value(made.next())
            return json
        }
        #expect(text(cache.answer(request)) == nil)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try await cache.answer(request, by: make) } }
            try await group.waitForAll()
        }
        let first = text(cache.answer(request))
        #expect(first == "\(made.value)" && made.value < 20)
        #expect(text(cache.answer(HTTPRequest(.get, "/night"))) == nil)
        var other = request
        other.caller = Caller(person: nil, role: .patient)
        #expect(text(cache.answer(other)) == nil)
        _ = revision.next()
        #expect(text(cache.answer(request)) == nil)
        #expect(text(try await cache.answer(request, by: make)) == "\(made.value)")
        #expect(text(cache.answer(request)) != first)
    }

    @Test("are not kept when making them failed, and are bounded in number")
    func bounded() async throws {
        struct Broken: Error {}
        let cache = AnswerCache { 1 }
        let request = HTTPRequest(.get, "/night")
        await #expect(throws: Broken.self) { try await cache.answer(request) { _ in throw Broken() } }
        #expect(text(cache.answer(request)) == nil)
        for number in 0..<40 {
            _ = try await cache.answer(HTTPRequest(.get, "/\(number)")) { _ in JSONText() }
        }
        #expect((0..<40).count { cache.answer(HTTPRequest(.get, "/\($0)")) != nil } <= 16)
    }
}

private final class Box: Sendable {
    private let state: Mutex<Int>
    init(_ value: Int) { state = Mutex(value) }
    var value: Int { state.withLock { $0 } }
    func next() -> Int {
        state.withLock {
            $0 += 1; return $0
        }
    }
}
