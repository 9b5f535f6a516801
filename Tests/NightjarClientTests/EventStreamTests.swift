import Foundation
import NightjarClient
import TestKit
import Testing

@Suite("Live events")
struct EventStreamTests {
    @Test("Events are cut out of whatever pieces they arrive in")
    func pieces() {
        let text = "\u{FEFF}retry: 2500\r\n: beat\n\nid: 7\nevent: hr\ndata: {\"a\":\ndata: 1}\n\nid\r\rdata:x\r\n\r\n"
        for size in [1, 2, 3, 7, 1000] {
            var parser = EventStreamParser()
            var events: [ServerEvent] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += parser.add(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(events == [.init(id: "7", name: "hr", data: "{\"a\":\n1}"), .init(data: "x")])
            #expect(parser.retry == 2.5 && parser.lastEventID.isEmpty)
        }
    }

    @Test("An event that is cut off does not count, nor does its id")
    func cut() {
        var parser = EventStreamParser(lastEventID: "5")
        #expect(parser.add(Array("id: 6\ndata: half\n".utf8)).isEmpty)
        #expect(parser.lastEventID == "5")
    }

    @Test("A connection that breaks is followed by another that goes on behind the last event")
    func resumed() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport([
            { _ in .events(.pieces(["retry: 1000\n\nid: a-1\nevent: hr\ndata: 1\n\nid: a-2\nda"])) },
            { _ in throw TransportError(.unreachable, "no") },
            { _ in .events(.pieces(["id: a-2\nevent: hr\ndata: 2\n\n"], isOpen: true)) },
        ])
        var stream = NightjarClient(transport: transport, time: time).events().makeAsyncIterator()
        #expect(try await stream.next() == .connected(isResumed: false))
        #expect(try await stream.next() == .event(.init(id: "a-1", name: "hr", data: "1")))
        guard case .disconnected(_, let wait) = try await stream.next() else { throw Unexpected() }
        #expect((0.5...1).contains(wait))
        let mover = Task { for _ in 0..<2 { await time.advance(5) } }
        guard case .disconnected(let error, let longer) = try await stream.next() else { throw Unexpected() }
        #expect(error.isOffline && (1...2).contains(longer))
        #expect(try await stream.next() == .connected(isResumed: true))
        #expect(try await stream.next() == .event(.init(id: "a-2", name: "hr", data: "2")))
        await mover.value
        #expect(transport.asked.map { $0.headers["Last-Event-ID"] } == [nil, "a-1", "a-1"])
        #expect(transport.asked.first?.headers["Accept"] == "text/event-stream")
    }

    @Test("A line that is silent for longer than three heart beats is taken for dead")
    func watchdog() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in .events(.pieces([], isOpen: true)) }
        let client = NightjarClient(transport: transport, time: time)
        let task = Task {
            var stream = client.events().makeAsyncIterator()
            _ = try await stream.next()
            return try await stream.next()
        }
        #expect(await eventually { time.clock.waiting == 1 })
        time.clock.advance(bySeconds: 44)
        #expect(time.clock.waiting == 1)
        time.clock.advance(bySeconds: 2)
        guard case .disconnected(.networkError(let error), _) = try await task.value else { throw Unexpected() }
        #expect(error.kind == .timedOut)
    }

    @Test("What will not pass by itself ends the stream")
    func ended() async throws {
        let refused = ScriptedTransport { _ in .problem(401, "no") }
        var stream = NightjarClient(transport: refused).events().makeAsyncIterator()
        await #expect(throws: APIError.self) { _ = try await stream.next() }
        let over = ScriptedTransport { _ in TransportReply(status: 204, body: .pieces([])) }
        stream = NightjarClient(transport: over).events().makeAsyncIterator()
        #expect(try await stream.next() == nil)
    }

    @Test("Cancelling ends it while it listens")
    func cancelled() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { _ in .events(.pieces([], isOpen: true)) }
        let client = NightjarClient(transport: transport, time: time)
        let task = Task { for try await _ in client.events() {} }
        #expect(await eventually { time.clock.waiting == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.clock.waiting == 0)
    }

    @Test("An unknown event is handed on as it is")
    func unknown() throws {
        let event = ServerEvent(name: "new", data: "?")
        #expect(try LiveEvent(event) == .other(event))
        #expect(try LiveEvent(.init(name: "dropped", data: #"{"count":3}"#)) == .dropped(count: 3))
        #expect(throws: APIError.self) { try LiveEvent(.init(name: "hr", data: "{}")) }
    }
}
