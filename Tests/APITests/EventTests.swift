import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Testing

@testable import API

@Suite("Live events")
struct EventTests {
    private func subscribe(_ test: TestServer, fields: String = "") async throws -> Wire {
        let wire = try Wire(port: test.port)
        try await wire.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
        _ = try await wire.read(until: "retry: 3000")
        return wire
    }

    @Test("frames an event, whose JSON is one line")
    func frame() {
        let frame = Event("reading", id: "a-1", payload: Array("{}\nx".utf8))
        #expect(String(decoding: frame.bytes, as: UTF8.self) == "id: a-1\nevent: reading\ndata: {} x\n\n")
    }

    @Test("gives each event to each client, in order")
    func broadcast() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let wires = [try await subscribe(test), try await subscribe(test)]
        for number in 0..<50 { test.hub.publish("reading") { $0.field("n", number) } }
        for wire in wires {
            let text = try await wire.read(until: "\"n\":49}")
            let numbers = text.split(separator: "\"n\":").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
            #expect(numbers == Array(0..<50))
        }
    }

    @Test("does not even build an event when nobody listens")
    func nobody() {
        let hub = EventHub()
        hub.publish("reading") { _ in Issue.record("built for nobody") }
        #expect(!hub.isWanted)
    }

    @Test("keeps to the topics that were asked for")
    func topics() {
        let hub = EventHub()
        let client = hub.subscribe(["a"])
        hub.publish("b") { $0.field("n", 1) }
        #expect(client.waitingCount == 1)  // the retry frame
        hub.publish("a") { $0.field("n", 1) }
        #expect(client.waitingCount == 2)
    }

    @Test("drops the oldest of a client that does not read, counts them and tells it")
    func slowClient() {
        let hub = EventHub()
        let client = hub.subscribe()
        for number in 1...100 { hub.publish("reading") { $0.field("n", number) } }
        #expect(client.waitingCount == EventSubscription.queueLimit)
        #expect(client.droppedCount == 37)  // the retry frame stays
        var buffer = [UInt8](repeating: 0, count: 100_000)
        let count = buffer.withUnsafeMutableBytes { client.read(into: $0) }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        #expect(text.hasPrefix("event: dropped\ndata: {\"count\":37}\n\n"))
        #expect(text.contains("{\"n\":38}") && !text.contains("{\"n\":37}") && text.hasSuffix("{\"n\":100}\n\n"))
        #expect(client.droppedCount == 0)
    }

    @Test("keeps the state at its start for a client, however much happens before it reads")
    func start() {
        let hub = EventHub()
        var first = Event("snapshot", payload: Array(#"{"devices":1}"#.utf8))
        first.isSnapshot = true
        let client = hub.subscribe(first: [first])
        for number in 0..<200 { hub.publish("n") { $0.field("number", number) } }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { client.read(into: $0) }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        #expect(text.contains(#"{"devices":1}"#))
        #expect(text.contains(#"{"number":199}"#) && !text.contains(#"{"number":100}"#))
        #expect(text.contains("event: dropped"))
    }

    @Test("never cuts a frame that has begun to leave")
    func wholeFrames() {
        let client = EventSubscription(topics: nil)
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 7)
        func read() {
            let count = buffer.withUnsafeMutableBytes { client.read(into: $0) }
            if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
        }
        for number in 0..<1000 {
            client.send(Event("n", payload: Array("\(number)".utf8)))
            if number % 3 == 0 { read() }
        }
        while client.waitingCount > 0 { read() }
        let frames = text.split(separator: "\n\n").dropFirst()
        #expect(frames.allSatisfy { $0.hasPrefix("event: n\ndata: ") || $0.hasPrefix("event: dropped\ndata: {") })
        let told = frames.compactMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
        #expect(told.last == 999)
    }

    @Test("sends a client that came back what it missed")
    func lastEventID() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        var last = ""
        do {
            let wire = try await subscribe(test)
            test.hub.publish("reading") { $0.field("n", 1) }
            let text = try await wire.read(until: "\"n\":1}")
            last = String(text.split(separator: "id: ").last?.prefix { $0 != "\n" } ?? "")
        }
        test.hub.publish("reading") { $0.field("n", 2) }
        test.hub.publish("reading") { $0.field("n", 3) }
        let wire = try Wire(port: test.port)
        try await wire.send("GET /events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \(last)\r\n\r\n")
        let text = try await wire.read(until: "\"n\":3}")
        #expect(text.contains("\"n\":2}") && !text.contains("\"n\":1}"))
        let stranger = try await subscribe(test, fields: "Last-Event-ID: 0-1\r\n")
        test.hub.publish("reading") { $0.field("n", 4) }
        #expect(try await !stranger.read(until: "\"n\":4}").contains("\"n\":3}"))
    }

    @Test("finds out about clients that left, by its signs of life")
    func heartbeat() async throws {
        let test = try TestServer(change: { $0.heartbeat = .milliseconds(20) })
        defer { test.server.stop() }
        do {
            let wire = try await subscribe(test)
            _ = try await wire.read(until: ":\n\n")
            #expect(test.hub.clientCount == 1)
        }
        #expect(try await TestServer.eventually { test.hub.clientCount == 0 })
    }

    @Test("a client that does not read holds nobody up")
    func stuckClient() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let stuck = try Wire(port: test.port)
        try await stuck.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reader = try await subscribe(test)
        let padding = String(repeating: "p", count: 60_000)
        for number in 0..<200 {
            test.hub.publish("reading") { json in
                json.field("padding", padding)
                json.field("n", number)
            }
            _ = try await reader.read(until: "\"n\":\(number)}")
        }
        let text = try await stuck.read(until: "\"n\":199}")
        #expect(text.contains("event: dropped"))
    }

    @Test("gives everything back after 200 clients came and went")
    func leaks() async throws {
        let test = try TestServer(unixSocket: nil, change: { $0.heartbeat = .milliseconds(20) })
        defer { test.server.stop() }
        func round() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask { _ = try await subscribe(test) }
                }
                try await group.waitForAll()
            }
            for number in 0..<20 { test.hub.publish("reading") { $0.field("n", number) } }
            #expect(try await TestServer.eventually { test.hub.clientCount == 0 })
        }
        try await round()
        try await round()
        // The table of the kernel is read in pieces and can miss a line, so the condition is waited for.
        #expect(try await TestServer.eventually { OpenDescriptors.sockets(port: test.port) == 1 })  // listening
    }

    @Test("keeps nothing of a client that has left")
    func freed() async throws {
        let kept = WeakBox()
        let test = try TestServer(
            change: { $0.heartbeat = .milliseconds(20) },
            routes: { router, hub in
                router.get("/own") { _ in
                    let subscription = hub.subscribe()
                    kept.set(subscription)
                    return .events(subscription)
                }
            })
        defer { test.server.stop() }
        do {
            let wire = try Wire(port: test.port)
            try await wire.send("GET /own HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await wire.read(until: "retry")
            #expect(kept.isAlive)
        }
        #expect(try await TestServer.eventually { !kept.isAlive })
    }
}
