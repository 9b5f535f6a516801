import API
import Foundation
import Testing

/// Requests that two readers of the same bytes could read in two ways, or that the library refuses by itself.
@Suite("Raw heads")
struct RawHeadTests {
    /// What the server answers to bytes as they are, which must be all it answers.
    private func answer(_ text: String) async throws -> String {
        let test = try TestServer()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send(text)
        return try await wire.answer()
    }

    private static let start = "POST /echo HTTP/1.1\r\nHost: localhost\r\n"

    @Test(
        "are refused when they hide something, in this program's form, and nothing after them is answered",
        arguments: [
            "Content-Length : 5\r\n\r\nhello", "Content-Length\t: 5\r\n\r\nhello", "X-A : b\r\n\r\n",
            "X: a\n\r\n", "X: a\rY: b\r\n\r\n", "X: a\n\n", "X: a\0b\r\n\r\n", "X: a\0\0Y\0z\r\n\r\n",
            "X: a\r\n b\r\n\r\n", "X: a\r\n\tb\r\n\r\n", ": b\r\n\r\n", "X(: b\r\n\r\n", "X\u{E4}: b\r\n\r\n",
            "X: a\u{7F}\r\n\r\n", "X: a\u{1B}[2J\r\n\r\n", "nothing\r\n\r\n",
        ])
    func refused(fields: String) async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send(Self.start + fields + "GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let text = try await wire.readAll()
        try Self.expectOne(text, status: 400)
        #expect(text.contains("Content-Type: application/problem+json") && text.contains("nosniff"))
        #expect(!text.contains("pong"))
    }

    /// One answer, whose body is the problem and as long as its head says.
    private static func expectOne(_ text: String, status: Int) throws {
        let parts = text.components(separatedBy: "\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 \(status) ") && parts.count == 2, "\(text)")
        #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
        #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)"), "\(text)")
        let object = try JSONSerialization.jsonObject(with: Data(parts[1].utf8))
        let problem = try #require(object as? [String: Any])
        #expect(problem["status"] as? Int == status && problem["trace_id"] is String && problem["code"] is String)
    }

    @Test("are refused with a zero in the address, and with a first line that is none")
    func firstLine() async throws {
        for line in [
            "GET /pi\0ng HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /ping?a=1\0&b=2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ] {
            #expect(try await answer(line).hasPrefix("HTTP/1.1 400"))
        }
        let text = try await answer("GET /ping HTTP/9.9\r\nHost: localhost\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 505") && text.contains("application/problem+json"))
    }

    @Test(
        "are taken as long as they are well-formed, with blanks around values, empty ones and lines before them",
        arguments: [
            "X:   a  \t \r\nY:\r\nZ:   \r\n\r\n", "Cookie: a=b; c=\"d e\"; f\r\n\r\n",
            "X-\u{7E}!#$%&'*+.^_`|: \u{E4}\r\n\r\n",
            "\r\n",
        ])
    func taken(fields: String) async throws {
        #expect(try await answer("GET /ping?a=1&b&c=%20 HTTP/1.1\r\nHost: localhost\r\n" + fields).hasSuffix("pong"))
        #expect(try await answer("\r\n\r\nGET /ping HTTP/1.1\r\nHost: localhost\r\n" + fields).hasSuffix("pong"))
    }

    @Test(
        "that are too large or cannot be read are answered once and in this program's form",
        arguments: [
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: a\r\n", count: 1000))\r\n", 431),
            ("GET /ping?\(String(repeating: "a=1&", count: 500)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            ("GET /ping?\(String(repeating: "a&", count: 3000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            ("GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /ping?a=b c HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /ping  HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET  /ping HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("POST /echo a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab", 400),
            (
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabX\r\n0\r\n\r\n",
                400
            ),
            ("GET /ping HTTP/1.1\r\n\r\n", 400), ("GET /ping HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\n x\r\n\r\n", 400),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\nab", 400),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2, 2\r\n\r\nab", 400),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551616\r\n\r\nab", 413),
            ("GET /ping HTTP/1.1\r\nHost: localhost\r\nCookie: \(String(repeating: "c=1; ", count: 900))\r\n\r\n", 431),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            ("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", 413),
        ])
    func large(text: String, status: Int) async throws {
        let socket = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8)).sock"
        let test = try TestServer(unixSocket: socket)
        defer { test.server.stop() }
        for wire in [try Wire(port: test.port), try Wire(path: socket)] {
            try await wire.send(text)
            let answer = try await wire.readAll()
            try Self.expectOne(answer, status: status)
            #expect(answer.contains("Content-Type: application/problem+json"))
            #expect(answer.contains("X-Content-Type-Options: nosniff"))
        }
    }

    @Test("with a hundred arguments are answered")
    func arguments() async throws {
        let query = (0..<100).map { "a\($0)=1" }.joined(separator: "&")
        #expect(try await answer("GET /ping?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n").hasSuffix("pong"))
    }
}
