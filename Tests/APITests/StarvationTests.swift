import API
import Documents
import Foundation
import Signals
import Testing

/// Clients that hold connections without asking anything; every other one must be answered.
@Suite("Nobody starves others", .timeLimit(.minutes(2)))
struct StarvationTests {
    /// Sends a byte now and then until the server has had enough.
    private func drip(_ wire: Wire, _ head: String, _ byte: String) async -> String {
        do {
            try await wire.send(head)
            while true {
                try await wire.send(byte)
                try await Task.sleep(for: .milliseconds(20))
            }
        } catch { return "\(error)" }
    }

    @Test(
        "ends a request that drips, in its head or in its body",
        arguments: [
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\nX: ", "x"),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", "x"),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\nGET /ping HTTP/1.1\r\nX: ", "x"),
        ])
    func deadline(head: String, byte: String) async throws {
        let test = try TestServer(change: { configuration in
            configuration.headTimeout = .milliseconds(200)
            configuration.bodyPace = (.milliseconds(200), 1_000_000)
            configuration.timeout = 1
        })
        defer { test.server.stop() }
        let end = await drip(try Wire(port: test.port), head, byte)
        #expect(end.contains("send: "))
    }

    @Test("does not blame a client for the time that its reader takes")
    func slowReader() async throws {
        let test = try TestServer(
            change: { $0.bodyPace = (.seconds(4), 1_000_000_000) },
            routes: { router, _ in
                router.on(.post, "/late", body: .streamed(limit: 1 << 30)) { request in
                    guard let body = request.stream else { return .empty() }
                    // The first piece is taken when the client has waited for longer than it may make others wait.
                    try await Task.sleep(for: .seconds(5))
                    var count = 0
                    while let piece = try await body.next() { count += piece.count }
                    return .text("\(count)")
                }
            })
        defer { test.server.stop() }
        let size = 8 << 20
        let late = try Wire(port: test.port)
        let head = "POST /late HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\n\r\n"
        try await late.send(Array(head.utf8) + [UInt8](repeating: 0x78, count: size))
        #expect(try await late.answer().hasSuffix("\(size)"))
    }

    @Test("answers a new client where as many as may be hold a connection and ask nothing")
    func room() async throws {
        let test = try TestServer(change: { $0.connectionLimit = 8 })
        defer { test.server.stop() }
        var silent: [Wire] = []
        for _ in 0..<40 {
            silent.append(try Wire(port: test.port))
            try await silent.last?.send("GET /ping HTTP/1.1\r\nHost: local")
        }
        #expect(try await test.get("/ping").hasPrefix("HTTP/1.1 200"))
        // The newest of them may go on.
        try await silent.last?.send("host\r\n\r\n")
        #expect(try await silent.last?.answer().hasSuffix("pong") == true)
    }

    @Test("gives one address so many streams and no more, and others theirs")
    func addresses() async throws {
        let test = try TestServer(change: { configuration in
            configuration.address = ListenAddress(host: "0.0.0.0", port: 0)
            configuration.allowsOtherMachines = true
            configuration.connectionsPerAddress = 3
        })
        defer { test.server.stop() }
        var streams: [Wire] = []
        for _ in 0..<3 {
            let wire = try Wire(port: test.port, from: 2)
            try await wire.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await wire.read(until: "retry: 3000")
            streams.append(wire)
        }
        let fourth = try Wire(port: test.port, from: 2)
        try? await fourth.send("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await fourth.readAll().isEmpty)
        let other = try Wire(port: test.port, from: 3)
        try await other.send("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await other.answer().hasSuffix("pong"))
        streams.removeLast()
        // Its end is noticed with the next sign of life.
        #expect(
            try await TestServer.eventually {
                test.hub.beat()
                return test.hub.clientCount == 2
            })
    }

    @Test("serves with as many connections as the open files leave room for, and says when they leave none")
    func files() throws {
        var configuration = HTTPServer.Configuration()
        try configuration.fit(openFiles: 65_536)
        #expect(configuration.connectionLimit == 512)
        try configuration.fit(openFiles: 1024)
        #expect((64...512).contains(configuration.connectionLimit))
        let failure = #expect(throws: Failure.self) { try configuration.fit(openFiles: 32) }
        #expect(failure?.message.contains("ulimit -n") == true)
    }
}
