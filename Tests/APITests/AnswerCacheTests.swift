import Documents
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import API

@Suite("Answers that are kept")
struct AnswerCacheTests {
    /// What the answers of a test are made from.
    private final class Fixture: Sendable {
        struct State {
            var commits: UInt64 = 1
            var lastChange: UInt64 = 1
            var lastAppend: UInt64 = 0
            var people: UInt64 = 0
            var now = ContinuousClock.now
            var made = 0
        }

        let state = Mutex(State())
        /// Holds up whoever makes an answer while it is closed.
        let gate = DispatchSemaphore(value: 0)
        let isHeld = Mutex(false)
        static let stretch = Stretch(
            device: DeviceID(rawValue: "a"), span: Instant(nanoseconds: 0)..<Instant(nanoseconds: 9))

        var basis: AnswerBasis {
            AnswerBasis(
                commits: { self.state.withLock(\.commits) }, lastChange: { self.state.withLock(\.lastChange) },
                lastAppend: { _ in self.state.withLock(\.lastAppend) }, people: { self.state.withLock(\.people) },
                now: { self.state.withLock(\.now) })
        }

        var made: Int { state.withLock(\.made) }

        /// Something has streamed in; into the stretch or elsewhere.
        func append(inside: Bool) {
            state.withLock { state in
                state.commits += 1
                if inside { state.lastAppend = state.commits }
            }
        }

        /// A person or an import has changed something.
        func change() {
            state.withLock { state in
                state.commits += 1
                state.lastChange = state.commits
            }
        }

        func wait(_ duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

        func make(_ request: HTTPRequest) -> AnswerCache.Made {
            let number = state.withLock { state in
                state.made += 1
                return state.made
            }
            if isHeld.withLock({ $0 }) { gate.wait() }
            var json = JSONText()
            json.value(number)
            return AnswerCache.Made(json: json, stretch: Self.stretch)
        }
    }

    private let fixture = Fixture()
    private let cache: AnswerCache
    private let request = HTTPRequest(.get, "/night", query: HTTPQuery([("device", "a")]))

    init() { cache = AnswerCache(fixture.basis) }

    private func text(_ answer: HTTPResponse?) -> String? {
        guard case .kept(let kept) = answer?.body else { return nil }
        return String(decoding: kept.bytes, as: UTF8.self)
    }

    /// The answer that is there already; begins to make the next one where that is due.
    private func kept(_ request: HTTPRequest? = nil) -> String? {
        guard case .now(let answer) = cache.answer(request ?? self.request, by: fixture.make) else { return nil }
        return text(answer)
    }

    /// The answer, waited for where it must be.
    private func made() async throws -> String? {
        text(try await cache.answer(request, by: fixture.make).waitedFor())
    }

    @Test("are made once for all who ask, and for another address or another person apart")
    func once() async throws {
        let first = cache.answer(request, by: fixture.make)
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try await made() } }
            for try await answer in group { #expect(answer == "1") }
        }
        // Also when it was made before somebody came back to wait for it.
        #expect(text(try await first.waitedFor()) == "1" && kept() == "1" && fixture.made == 1)
        #expect(kept(HTTPRequest(.get, "/night")) == nil)
        var other = request
        other.caller = Caller(person: nil, role: .patient)
        #expect(kept(other) == nil)
    }

    @Test("outlive what streams in elsewhere, and go when an edit, an import or a person has come")
    func outlive() async throws {
        #expect(try await made() == "1")
        for _ in 0..<50 {
            fixture.append(inside: false)
            #expect(kept() == "1")
        }
        #expect(fixture.made == 1)
        fixture.change()
        #expect(kept() == nil)
        #expect(try await made() == "2")
        fixture.state.withLock { $0.people += 1 }
        #expect(kept() == nil)
        #expect(try await made() == "3")
        #expect(kept() == "3")
    }

    @Test("of what streams in, one makes the next and waits, the others get the one before while it is young")
    func streaming() async throws {
        #expect(try await made() == "1")
        fixture.isHeld.withLock { $0 = true }
        fixture.append(inside: true)
        // The first begins, and is sent to wait.
        #expect(kept() == nil)
        for _ in 0..<20 { #expect(kept() == "1") }
        fixture.append(inside: true)
        #expect(kept() == "1")
        fixture.wait(.seconds(3))
        let second = cache.answer(request, by: fixture.make)
        guard case .later = second else { throw CancellationError() }
        fixture.isHeld.withLock { $0 = false }
        fixture.gate.signal()
        #expect(text(try await second.waitedFor()) == "2")
        // That one was begun before the second append.
        #expect(kept() == nil)
        #expect(try await made() == "3")
        #expect(kept() == "3" && fixture.made == 3)
    }

    @Test("never show what was before an edit, though the next is still being made")
    func edited() async throws {
        #expect(try await made() == "1")
        fixture.isHeld.withLock { $0 = true }
        fixture.append(inside: true)
        let first = cache.answer(request, by: fixture.make)
        #expect(kept() == "1")
        fixture.change()
        fixture.isHeld.withLock { $0 = false }
        fixture.gate.signal()
        // Another is made beside the one that began before the edit, and stays whichever comes last.
        let fresh = try await made()
        let stale = text(try await first.waitedFor())
        #expect(fresh != "1" && fresh != stale && kept() == fresh && fixture.made == 3)
    }

    @Test("are made anew after a while even when nothing is known to have changed, without anybody getting none")
    func age() async throws {
        #expect(try await made() == "1")
        fixture.wait(.seconds(9))
        #expect(kept() == "1")
        fixture.isHeld.withLock { $0 = true }
        fixture.wait(.seconds(2))
        let second = cache.answer(request, by: fixture.make)
        #expect(kept() == "1")
        fixture.isHeld.withLock { $0 = false }
        fixture.gate.signal()
        #expect(text(try await second.waitedFor()) == "2" && kept() == "2" && fixture.made == 2)
    }

    @Test("are packed where they are made, once somebody wants them so")
    func packed() async throws {
        var request = request
        request.headers.set("Accept-Encoding", "gzip")
        let answer = try await cache.answer(request) { _ in
            var json = JSONText()
            json.value(String(repeating: "a", count: 5000))
            return AnswerCache.Made(json: json)
        }.waitedFor()
        guard case .kept(let kept) = answer.body else { throw CancellationError() }
        #expect(kept.isPacked)
    }

    @Test("are not kept when making them failed, and are bounded in number")
    func bounded() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await cache.answer(request) { _ in throw Broken() }.waitedFor()
        }
        #expect(try await made() == "1")
        for number in 0..<40 {
            fixture.wait(.milliseconds(1))
            _ = try await cache.answer(HTTPRequest(.get, "/\(number)"), by: fixture.make).waitedFor()
        }
        // Asked for from the newest on, as asking makes what is not there.
        #expect((0..<40).reversed().prefix { kept(HTTPRequest(.get, "/\($0)")) != nil }.count == 16)
    }

    @Test("that are too long to be kept are made once for who waits for them all the same")
    func long() async throws {
        let made = Mutex(0)
        let answer = cache.answer(request) { _ in
            made.withLock { $0 += 1 }
            var json = JSONText()
            json.value(String(repeating: "a", count: 1 << 20))
            return AnswerCache.Made(json: json)
        }
        #expect(try await text(answer.waitedFor())?.count == 2 + 1 << 20)
        #expect(made.withLock { $0 } == 1)
    }
}

extension AnswerCache.Answer {
    /// The answer, once it is there.
    func waitedFor() async throws -> HTTPResponse {
        switch self {
        case .now(let answer): answer
        case .later(let answer): try await answer()
        }
    }
}
