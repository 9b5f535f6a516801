import Foundation
import NightjarClient
import TestKit
import Testing

@Suite("Last known data")
struct CacheTests {
    private func alert(_ id: Int) -> String {
        #"{"alerts":[{"id":\#(id),"time_s":1,"severity":"warning","kind":"k","message":"m"}]}"#
    }

    @Test("What is unchanged does not come over the wire again")
    func etag() async throws {
        let time = ManualTime()
        let body = alert(1)
        let transport = ScriptedTransport([
            { _ in .json(body, ["etag": "\"v1\""]) },
            { _ in TransportReply(status: 304, body: .pieces([])) },
        ])
        let client = NightjarClient(transport: transport, cache: ResponseCache(), time: time)
        _ = try await client.load(.alerts)
        time.clock.advance(bySeconds: 5)
        let again = try await client.load(.alerts)
        #expect(transport.asked.last?.headers["If-None-Match"] == "\"v1\"")
        #expect(again.value.alerts.first?.id == 1 && !again.isStale && again.asOf == time.now)
    }

    @Test("Without a connection the last known data come, with the time from which they are")
    func stale() async throws {
        let time = ManualTime()
        let (begin, body) = (time.now, alert(1))
        let transport = ScriptedTransport([
            { _ in .json(body) }, { _ in throw TransportError(.unreachable, "no") },
        ])
        let client = NightjarClient(transport: transport, cache: ResponseCache(), retry: .none, time: time)
        #expect(await client.lastKnown(.alerts) == nil)
        _ = try await client.load(.alerts)
        time.clock.advance(bySeconds: 60)
        let stale = try await client.load(.alerts)
        #expect(stale.isStale && stale.asOf == begin && stale.value.alerts.count == 1)
        #expect(await client.lastKnown(.alerts)?.asOf == begin)
        await #expect(throws: APIError.self) { try await client.load(.devices) }
    }

    @Test("A refusal is not papered over with old data")
    func refused() async throws {
        let body = alert(1)
        let transport = ScriptedTransport([{ _ in .json(body) }, { _ in .problem(403, "no") }])
        let client = NightjarClient(transport: transport, cache: ResponseCache())
        _ = try await client.load(.alerts)
        await #expect(throws: APIError.self) { try await client.load(.alerts) }
    }

    @Test("It outlives the program, and a damaged piece is only missing")
    func persisted() async throws {
        let store = MemoryStore()
        let body = Data(alert(7).utf8)
        let before = ResponseCache(store: store)
        await before.keep("/a", CachedResponse(etag: "e", body: body, asOf: .init(timeIntervalSince1970: 9)))
        await before.keep("/b", CachedResponse(etag: nil, body: body, asOf: .init(timeIntervalSince1970: 9)))
        let after = ResponseCache(store: store)
        #expect(await after.response("/a")?.body == body)
        let name = try #require(store.names.filter { $0 != "index.json" }.sorted().last)
        try store.write(name, Data("cut".utf8))
        #expect(await after.response("/b") == nil)
        #expect(await after.count == 1)
    }

    @Test("The least recently used goes first when there are too many or they are too large")
    func bounded() async throws {
        let store = MemoryStore()
        let cache = ResponseCache(store: store, entries: 3, bytes: 1000)
        let small = CachedResponse(etag: nil, body: Data(count: 10), asOf: .now)
        for key in ["a", "b", "c"] { await cache.keep(key, small) }
        _ = await cache.response("a")
        await cache.keep("d", small)
        #expect(await cache.response("b") == nil)
        #expect(await cache.response("a") != nil)
        await cache.keep("e", CachedResponse(etag: nil, body: Data(count: 985), asOf: .now))
        #expect(await cache.count == 2)
        #expect(await cache.bytes == 995)
        #expect(store.names.count == 3)
        await cache.keep("f", CachedResponse(etag: nil, body: Data(count: 2000), asOf: .now))
        #expect(await cache.response("f") == nil)
    }

    @Test("What was asked for before signing out does not come in afterwards")
    func signedOut() async throws {
        let cache = ResponseCache()
        let body = alert(1)
        let transport = ScriptedTransport { _ in
            await cache.clear()
            return .json(body)
        }
        _ = try await NightjarClient(transport: transport, cache: cache).load(.alerts)
        #expect(await cache.count == 0)
    }

    @Test("Files belong to their owner alone and are replaced whole")
    func folder() throws {
        let path = NSTemporaryDirectory() + "nj-cache-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let store = try FolderStore(folder: path)
        let folder = try FileManager.default.attributesOfItem(atPath: path)
        #expect((folder[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        for text in ["one", "two"] {
            try store.write("a/b", Data(text.utf8))
            #expect(try store.read("a/b") == Data(text.utf8))
            let file = try FileManager.default.attributesOfItem(atPath: "\(path)/a%2Fb")
            #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a%2Fb"])
        try store.remove("a/b")
        #expect(try store.read("a/b") == nil)
    }
}
