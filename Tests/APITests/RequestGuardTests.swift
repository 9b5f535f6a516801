import API
import Documents
import Testing

@Suite("Request guard")
struct RequestGuardTests {
    private static let end = "\r\n\r\n"
    /// A second request that must never be answered when the first is framed in a doubtful way.
    private static let smuggled = "GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(
        "refuses doubtful framing and ends the connection",
        arguments: [
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\nhello",
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5, 5\r\n\r\nhello",
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "POST /echo HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET /ping HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
            "GET /ping HTTP/1.1\r\n\r\n",
            "GET /ping HTTP/1.0\r\n\r\n",
        ])
    func smuggling(probe: String) async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send(probe + Self.smuggled)
        let text = try await wire.readAll()
        #expect(text.hasPrefix("HTTP/1.1 400") || text.hasPrefix("HTTP/1.0 400"))
        #expect(!text.contains("pong"))
        #expect(try await test.get("/ping").hasSuffix("pong"))
    }

    @Test(
        "answers only to its own names",
        arguments: [
            ("localhost", true), ("LOCALHOST:1", true), ("127.0.0.1:8001", true), ("[::1]:8001", true),
            ("box.lan", true), ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.nip.io", false),
            ("", false), ("[::1", true), ("[::2]", false),
        ])
    func host(name: String, isKnown: Bool) async throws {
        let test = try TestServer(change: { $0.hosts = ["Box.lan"] })
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send("GET /ping HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n")
        #expect(try await wire.readAll().hasPrefix(isKnown ? "HTTP/1.1 200" : "HTTP/1.1 403"))
    }

    @Test(
        "lets no other site change anything",
        arguments: [
            ("", 200), ("Origin: http://127.0.0.1:PORT\r\n", 200), ("Origin: http://evil.example\r\n", 403),
            ("Origin: null\r\n", 403), ("Origin: http://127.0.0.1:1\r\n", 403),
            ("Origin: http://dev.local:5173\r\n", 200),
            ("Sec-Fetch-Site: cross-site\r\n", 403), ("Sec-Fetch-Site: same-origin\r\n", 200),
            ("Origin: http://127.0.0.1:PORT\r\nOrigin: http://evil.example\r\n", 403),
        ])
    func origin(fields: String, status: Int) async throws {
        let test = try TestServer(change: { $0.origins = ["http://dev.local:5173"] })
        defer { test.server.stop() }
        let sent = fields.replacing("PORT", with: "\(test.port)")
        let text = try await test.get("/echo", method: "POST", fields: sent, body: "x")
        #expect(text.hasPrefix("HTTP/1.1 \(status)"))
    }

    @Test("refuses a head that is too large and goes on serving")
    func oversizedHead() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let field = "X-Long: \(String(repeating: "a", count: 40_000))\r\n"
        let text = try await test.get("/ping", fields: field)
        #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 431") || text.hasPrefix("HTTP/1.1 413"))
        #expect(!text.contains("pong"))
        #expect(try await test.get("/ping").hasSuffix("pong"))
    }

    @Test(
        "survives bytes that are no request",
        arguments: [
            "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", "GET\r\n\r\n", "GET /ping\r\n\r\n", "\r\n\r\n\r\n",
            "GET /ping HTTP/9.9\r\n\r\n",
            "GET http://evil.example/ping HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /ping?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ])
    func garbage(bytes: String) async throws {
        let test = try TestServer(change: { $0.timeout = 1 })
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send(bytes)
        #expect(try await !wire.readAll().contains("pong"))
        #expect(try await test.get("/ping").hasSuffix("pong"))
    }

    @Test("answers a client that has closed its sending side")
    func halfClosed() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send("GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        wire.halfClose()
        #expect(try await wire.readAll().hasSuffix("slow"))
    }
}
