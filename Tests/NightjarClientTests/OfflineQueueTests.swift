import Foundation
import NightjarClient
import Synchronization
import TestKit
import Testing

@Suite("The offline queue")
struct OfflineQueueTests {
    private let upload = Call("POST", "/api/v1/x", body: .data(Data(#"{"a":1}"#.utf8)))

    private func queue(
        _ transport: ScriptedTransport, _ time: ManualTime, _ store: MemoryStore = MemoryStore()
    ) throws -> OfflineQueue {
        try OfflineQueue(client: NightjarClient(transport: transport, time: time), store: store, time: time)
    }

    @Test("Three tries 30 s apart, then kept and shown, and tried again when the connection is back")
    func tries() async throws {
        let time = ManualTime()
        let isBack = Mutex(false)
        let transport = ScriptedTransport { _ in
            guard isBack.withLock({ $0 }) else { throw TransportError(.unreachable, "no route") }
            return .json("{}", status: 201)
        }
        let queue = try queue(transport, time)
        let id = try await queue.add(upload, title: "Pulse")
        let run = Task { await queue.run() }
        defer { run.cancel() }
        #expect(await eventually { transport.asked.count == 1 })
        await time.advance(29)
        #expect(transport.asked.count == 1)
        await time.advance(1.5)
        #expect(await eventually { transport.asked.count == 2 })
        await time.advance(30)
        #expect(await eventually { await queue.requests.first?.state == .unreached })
        let kept = try #require(await queue.requests.first)
        #expect(kept.tries == 3 && kept.title == "Pulse" && kept.problem?.contains("no route") == true)
        await time.advance(3600)
        #expect(transport.asked.count == 3)
        isBack.withLock { $0 = true }
        try await queue.flush()
        #expect(await eventually { await queue.requests.isEmpty })
        #expect(Set(transport.asked.compactMap { $0.headers["Idempotency-Key"] }) == [id.uuidString])
    }

    @Test("What the gateway refuses is kept and shown at once, and does not hold the others up")
    func refused() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { request in
            request.target == "/bad" ? .problem(422, "Out of range.") : .json("{}")
        }
        let queue = try queue(transport, time)
        let bad = try await queue.add(Call<Nothing>("POST", "/bad"), title: "Bad")
        try await queue.add(Call<Nothing>("POST", "/good"), title: "Good")
        await queue.runOnce()
        #expect(await queue.requests.map(\.id) == [bad])
        #expect(await queue.requests.first?.state == .refused)
        #expect(await queue.requests.first?.problem == "Out of range.")
        try await queue.flush()
        await queue.runOnce()
        #expect(transport.asked.count == 2)
        try await queue.retry(bad)
        await queue.runOnce()
        #expect(transport.asked.count == 3)
        try await queue.discard(bad)
        #expect(await queue.requests.isEmpty)
    }

    @Test("It outlives the program, with tries and key")
    func restart() async throws {
        let (time, store) = (ManualTime(), MemoryStore())
        let down = ScriptedTransport { _ in throw TransportError(.lost, "cut") }
        let before = try queue(down, time, store)
        let first = try await before.add(upload, title: "One")
        try await before.add(upload, title: "Two")
        await before.runOnce()
        let up = ScriptedTransport { _ in .json("{}") }
        let after = try queue(up, time, store)
        #expect(await after.requests.map(\.tries) == [1, 1])
        time.clock.advance(bySeconds: 31)
        await after.runOnce()
        #expect(up.asked.count == 2 && up.asked.first?.headers["Idempotency-Key"] == first.uuidString)
        #expect(try await queue(up, time, store).requests.isEmpty)
    }

    @Test("What cannot be kept is not promised, and a file that is none of it is not begun anew")
    func storage() async throws {
        let (time, store) = (ManualTime(), MemoryStore())
        let transport = ScriptedTransport { _ in .json("{}") }
        let queue = try queue(transport, time, store)
        store.fill()
        await #expect(throws: (any Error).self) { try await queue.add(upload, title: "x") }
        #expect(await queue.requests.isEmpty)
        let other = MemoryStore()
        try other.write("queue.json", Data("no".utf8))
        #expect(throws: (any Error).self) { try self.queue(transport, time, other) }
    }

    @Test("What comes in while it rests is sent at once; who watches sees each change")
    func woken() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in .json("{}") }
        let queue = try queue(transport, time)
        var changes = await queue.changes().makeAsyncIterator()
        #expect(await changes.next()?.count == 0)
        let run = Task { await queue.run() }
        #expect(await eventually { time.clock.waiting == 1 })
        try await queue.add(upload, title: "x")
        #expect(await eventually { transport.asked.count == 1 })
        #expect(await eventually { await queue.requests.isEmpty })
        #expect(await changes.next() != nil)
        run.cancel()
        await run.value
    }

    /// A token as the gateway gives them, of an account.
    private static func token(_ account: Int) -> String {
        "e30.\(Data(#"{"sub":"\#(account)"}"#.utf8).base64EncodedString().replacing("=", with: "")).c2ln"
    }

    /// The token of whoever is signed in.
    private final class Person: TokenProvider {
        let token = Mutex<String?>(nil)

        func token() async throws -> String? { token.withLock { $0 } }
        func replacement(for refused: String) async throws -> String? { nil }
        func account() async -> String? {
            guard let token = token.withLock({ $0 }) else { return "" }
            return await FixedToken(token).account()
        }
    }

    @Test("A request goes out as the person's who was signed in when it was added, and waits while another is")
    func owners() async throws {
        let (time, store, person) = (ManualTime(), MemoryStore(), Person())
        let transport = ScriptedTransport { _ in .json("{}") }
        let client = NightjarClient(transport: transport, tokens: person, time: time)
        let queue = try OfflineQueue(client: client, store: store, time: time)
        person.token.withLock { $0 = Self.token(1) }
        let adas = try await queue.add(upload, title: "Ada's")
        person.token.withLock { $0 = nil }
        let nobodys = try await queue.add(upload, title: "Nobody's")
        person.token.withLock { $0 = Self.token(2) }
        try await queue.add(upload, title: "Ben's")
        await queue.runOnce()
        #expect(transport.asked.map { $0.headers["Authorization"] } == ["Bearer \(Self.token(2))"])
        #expect(await queue.requests.map(\.id) == [adas, nobodys])
        #expect(await queue.requests.map(\.account) == ["1", ""])
        #expect(await queue.requests.allSatisfy { $0.state == .waiting && $0.tries == 0 })
        // Who asks for it says that it is theirs; of another's that says nothing.
        try await queue.retry(nobodys)
        try await queue.retry(adas)
        await queue.runOnce()
        #expect(await queue.requests.map(\.id) == [adas])
        person.token.withLock { $0 = Self.token(1) }
        await queue.runOnce()
        #expect(await queue.requests.isEmpty)
        #expect(transport.asked.last?.headers["Authorization"] == "Bearer \(Self.token(1))")
    }

    @Test("What an earlier version has kept is read, and sent by whoever is signed in")
    func earlier() async throws {
        let store = MemoryStore()
        let id = UUID()
        try store.write(
            "queue.json",
            Data(
                #"""
                {"requests":[{"id":"\#(id.uuidString)","title":"Old","method":"POST","target":"/x","body":"","created":5,
                "tries":0,"state":"waiting"}]}
                """#.utf8))
        let transport = ScriptedTransport { _ in .json("{}") }
        let time = ManualTime()
        let queue = try OfflineQueue(
            client: NightjarClient(transport: transport, tokens: FixedToken(Self.token(3)), time: time), store: store,
            time: time)
        #expect(await queue.requests.map(\.id) == [id])
        await queue.runOnce()
        #expect(transport.asked.count == 1)
    }

    /// Somebody is signed in, with a token that another service gave and that says nothing of whose it is.
    private final class Opaque: TokenProvider {
        func token() async throws -> String? { "opaque" }
        func replacement(for refused: String) async throws -> String? { nil }
        func account() async -> String? { "7" }
    }

    @Test("A token that names nobody is of who is signed in")
    func opaque() async throws {
        let (time, transport) = (ManualTime(), ScriptedTransport { _ in .json("{}") })
        let client = NightjarClient(transport: transport, tokens: Opaque(), time: time)
        let queue = try OfflineQueue(client: client, store: MemoryStore(), time: time)
        try await queue.add(upload, title: "Mine")
        await queue.runOnce()
        #expect(await queue.requests.isEmpty)
        #expect(transport.asked.map { $0.headers["Authorization"] } == ["Bearer opaque"])
    }

    /// Two sources that disagree about who is signed in.
    private final class Torn: TokenProvider {
        func token() async throws -> String? { OfflineQueueTests.token(2) }
        func replacement(for refused: String) async throws -> String? { nil }
        func account() async -> String? { "1" }
    }

    @Test("A request that cannot be sent as anybody is looked at again later, not without end")
    func torn() async throws {
        let (time, transport) = (ManualTime(), ScriptedTransport { _ in .json("{}") })
        let client = NightjarClient(transport: transport, tokens: Torn(), time: time)
        let queue = try OfflineQueue(client: client, store: MemoryStore(), time: time)
        try await queue.add(upload, title: "Mine")
        let run = Task { await queue.run() }
        #expect(await eventually { time.clock.waiting == 1 })
        run.cancel()
        await run.value
        #expect(transport.asked.isEmpty)
    }
}
