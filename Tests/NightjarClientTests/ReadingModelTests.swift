import API
import Foundation
import Synchronization
import TestKit
import Testing

@testable import NightjarClient

/// The view model of reading, against a scripted gateway and a real one.
@MainActor
@Suite("The view model of reading")
struct ReadingModelTests {
    @Test("A real gateway: empty, a session with its load, events that wait, and history")
    func real() async throws {
        let fixture = try GatewayFixture()
        let flaky = FlakyTransport(fixture.socket)
        let model = ReadingModel(client: NightjarClient(transport: flaky, cache: ResponseCache(), retry: .none))
        guard case .idle = model.state else { throw Unexpected() }
        await model.load()
        guard case .empty = model.state else { throw Unexpected() }
        model.note(ReadingEventDocument(.view, view: 0..<10))
        #expect(model.waitingCount == 0)
        try await model.start(title: "A book", words: 900)
        let begun = try #require(model.state.shown?.value.session)
        #expect(begun.isRunning && begun.heading == "A book" && begun.words == 900)
        for word in stride(from: 0, to: 30, by: 10) {
            model.note(ReadingEventDocument(.view, view: word..<(word + 10)))
        }
        #expect(model.waitingCount == 3)
        flaky.isDown = true
        let lost = await #expect(throws: APIError.self) { try await model.flush() }
        #expect(lost?.isOffline == true && model.waitingCount == 3)
        await model.reload()
        #expect(model.state.isOffline && model.state.shown?.value.session?.id == begun.id)
        flaky.isDown = false
        try await model.flush()
        #expect(model.waitingCount == 0)
        try await model.stop()
        guard case .loaded(let over) = model.state else { throw Unexpected() }
        #expect(over.value.session == nil && over.value.history.map(\.id) == [begun.id])
        let whole = try await fixture.client.send(.readingSession, RowRequest(begun.id))
        #expect(whole.endCause != nil && whole.summary != nil && whole.loads?.isEmpty == false)
        withExtendedLifetime(fixture) {}
    }

    @Test("Assessments of the session come live; offline keeps them; what waits goes with the next connection")
    func live() async throws {
        let fixture = try GatewayFixture()
        let flaky = FlakyTransport(fixture.socket)
        let time = ManualTime()
        let model = ReadingModel(client: NightjarClient(transport: flaky, retry: .none, time: time))
        try await model.start(title: "A book")
        let run = Task { await model.run() }
        #expect(await eventually { flaky.opened > 2 })
        while !fixture.feed.events.isWanted { try await Task.sleep(for: .milliseconds(2)) }
        let before = try #require(model.state.shown?.value.loads.last)
        var next = before
        next.time = next.time.advanced(bySeconds: 30)
        next.load = 0.8
        fixture.feed.events.publish("load.assessed", data: next.json.bytes)
        while model.state.shown?.value.current != next { try await Task.sleep(for: .milliseconds(2)) }
        model.note(ReadingEventDocument(.pause))
        flaky.cut()
        while !model.state.isOffline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(model.state.isStale && model.state.shown?.value.current == next && model.waitingCount == 1)
        await time.advance(120)
        while model.waitingCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
        run.cancel()
        await run.value
        withExtendedLifetime(fixture) {}
    }

    @Test("Events go to the session in which they happened, also when another begins while some are on their way")
    func overtaken() async throws {
        func session(_ id: Int) -> String {
            #"{"id":\#(id),"kind":"reading","title":"","words":null,"state":"running","started_s":1,"ended_s":null,"#
                + #""end_cause":null,"summary":null}"#
        }
        let running = Mutex(1)
        let isHeld = Mutex(true)
        let sessions = [1: session(1), 2: session(2)]
        let transport = ScriptedTransport { request in
            switch (request.method, request.target) {
            case ("POST", "/api/v1/sessions"):
                running.withLock { $0 = 2 }
                return .json(sessions[2] ?? "", status: 201)
            case ("POST", "/api/v1/sessions/1/events"):
                while isHeld.withLock({ $0 }) { await Task.yield() }
                return .json(#"{"accepted":1,"assessment":null}"#)
            case ("POST", "/api/v1/sessions/2/events"): return .json(#"{"accepted":1,"assessment":null}"#)
            default:
                let now = sessions[running.withLock { $0 }] ?? ""
                return request.target.hasPrefix("/api/v1/sessions/")
                    ? .json(now) : .json(#"{"sessions":[\#(now)],"next_before":null}"#)
            }
        }
        let model = ReadingModel(client: NightjarClient(transport: transport, retry: .none))
        await model.load()
        model.note(ReadingEventDocument(.view, view: 0..<3))
        let flush = Task { try await model.flush() }
        while !transport.targets.contains("POST /api/v1/sessions/1/events") { await Task.yield() }
        try await model.start(title: "Another")
        #expect(model.state.shown?.value.session?.id == 2)
        model.note(ReadingEventDocument(.pause))
        isHeld.withLock { $0 = false }
        try await flush.value
        #expect(
            transport.targets.filter { $0.hasSuffix("/events") }.suffix(2) == [
                "POST /api/v1/sessions/1/events", "POST /api/v1/sessions/2/events",
            ])
        #expect(model.waitingCount == 0)
    }

    @Test("What the gateway refuses does not hold up what follows")
    func refused() async throws {
        let session =
            #"{"id":1,"kind":"reading","title":"","words":null,"state":"running","started_s":1,"ended_s":null,"#
            + #""end_cause":null,"summary":null}"#
        let transport = ScriptedTransport { request in
            switch request.target {
            case "/api/v1/sessions/1/events": .problem(422, "No.")
            case "/api/v1/sessions/1": .json(session)
            default: .json(#"{"sessions":[\#(session)],"next_before":null}"#)
            }
        }
        let model = ReadingModel(client: NightjarClient(transport: transport, retry: .none))
        await model.load()
        model.note(ReadingEventDocument(.view, view: 0..<3))
        await #expect(throws: APIError.self) { try await model.flush() }
        #expect(model.waitingCount == 0)
        let keys = Set(transport.asked.compactMap { $0.headers["Idempotency-Key"] })
        #expect(keys.count == 1)
    }

    @Test("An answer that makes no sense, or a refusal, is an error that keeps what was shown; loading mends it")
    func error() async throws {
        let session =
            #"{"id":1,"kind":"reading","title":"","words":null,"state":"running","started_s":1,"ended_s":null,"#
            + #""end_cause":null,"summary":null}"#
        let isRefusing = Mutex(true)
        let transport = ScriptedTransport { request in
            if isRefusing.withLock({ $0 }) { return .problem(403, "Ask an owner.") }
            return request.target.hasSuffix("/1")
                ? .json(session) : .json(#"{"sessions":[\#(session)],"next_before":null}"#)
        }
        let model = ReadingModel(client: NightjarClient(transport: transport, retry: .none))
        await model.load()
        guard case .error("Ask an owner.", nil) = model.state else { throw Unexpected() }
        isRefusing.withLock { $0 = false }
        await model.reload()
        #expect(model.state.shown?.value.session?.id == 1)
        isRefusing.withLock { $0 = true }
        await model.reload()
        guard case .error("Ask an owner.", let kept?) = model.state else { throw Unexpected() }
        #expect(kept.isStale && kept.value.session?.id == 1)
        // The stream of live events is refused, too: it ends in the same state and does not ask for ever.
        await model.run()
        guard case .error("Ask an owner.", _?) = model.state else { throw Unexpected() }
    }
}
