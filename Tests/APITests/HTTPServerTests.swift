import API
import Documents
import Foundation
import Signals
import Testing

@Suite("HTTP server")
struct HTTPServerTests {
    @Test("answers at once and after waiting, several times on one connection")
    func answers() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        for path in ["ping", "slow", "ping"] {
            try await wire.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = try await wire.answer()
            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(text.hasSuffix(path == "ping" ? "pong" : "slow"))
        }
    }

    @Test("sends the security fields with every answer, errors too", arguments: ["/ping", "/slow", "/nothing"])
    func securityFields(path: String) async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let text = try await test.get(path)
        #expect(text.contains("X-Content-Type-Options: nosniff\r\n"))
        #expect(text.contains("Referrer-Policy: no-referrer\r\n"))
        #expect(text.contains("frame-ancestors 'none'"))
        #expect(!text.contains("unsafe-inline"))
    }

    @Test("answers HEAD with the head of GET and no body")
    func head() async throws {
        let test = try TestServer(routes: { router, _ in
            router.get("/stream") { _ in .stream(contentType: "text/plain") { try await $0.write(Array("x".utf8)) } }
        })
        defer { test.server.stop() }
        let text = try await test.get("/ping", method: "HEAD")
        #expect(text.hasPrefix("HTTP/1.1 200") && text.hasSuffix("\r\n\r\n") && text.contains("Content-Length: 4"))
        #expect(try await test.get("/stream", method: "HEAD").hasSuffix("\r\n\r\n"))
        #expect(try await test.get("/events", method: "HEAD").hasSuffix("\r\n\r\n"))
        #expect(try await TestServer.eventually { test.hub.clientCount == 0 })
    }

    @Test("names the possible methods where one is not possible")
    func methodNotAllowed() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let text = try await test.get("/ping", method: "DELETE")
        #expect(text.hasPrefix("HTTP/1.1 405"))
        #expect(text.contains("Allow: GET, HEAD, OPTIONS\r\n"))
        let options = try await test.get("/echo", method: "OPTIONS")
        #expect(options.hasPrefix("HTTP/1.1 204") && options.contains("Allow: OPTIONS, POST\r\n"))
    }

    @Test(
        "turns failures into problem documents with a trace",
        arguments: [
            (Failure.Code.usage, 422), (.notFound, 404), (.notPermitted, 403), (.conflict, 409), (.failed, 500),
        ])
    func problems(code: Failure.Code, status: Int) async throws {
        let test = try TestServer(routes: { router, _ in
            router.get("/fails") { _ in throw Failure(code, "It is \"so\".") }
        })
        defer { test.server.stop() }
        let text = try await test.get("/fails")
        #expect(text.hasPrefix("HTTP/1.1 \(status)"))
        #expect(text.contains("Content-Type: application/problem+json"))
        let body = try #require(text.range(of: "\r\n\r\n"))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(text[body.upperBound...].utf8)) as? [String: Any])
        #expect(json["status"] as? Int == status)
        #expect(json["detail"] as? String == "It is \"so\".")
        #expect(json["instance"] as? String == "/fails")
        #expect((json["trace_id"] as? String)?.count == 16)
    }

    @Test("says which port is in use and how to choose another")
    func portInUse() throws {
        let test = try TestServer()
        defer { test.server.stop() }
        let address = ListenAddress(host: "127.0.0.1", port: test.port)
        let failure = try #require(throws: Failure.self) {
            _ = try HTTPServer(.init(address: address), router: Router())
        }
        #expect(failure.message.contains("\(test.port)") && failure.message.contains("--listen"))
    }

    @Test("refuses to listen where other machines could reach it")
    func otherMachines() throws {
        let failure = try #require(throws: Failure.self) {
            try HTTPServer(.init(address: ListenAddress(host: "0.0.0.0", port: 0)), router: Router())
        }
        #expect(failure.code == .notPermitted)
    }

    @Test("serves 64 clients at once, each getting its own answers")
    func concurrency() async throws {
        let test = try TestServer()
        defer { test.server.stop() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for client in 0..<64 {
                group.addTask {
                    let wire = try Wire(port: test.port)
                    for round in 0..<5 {
                        let body = "client \(client) round \(round)"
                        try await wire.send(
                            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                        )
                        guard try await wire.answer().hasSuffix(body) else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("stops while requests wait, answering or ending each")
    func stopsWhileWaiting() async throws {
        let test = try TestServer(routes: { router, _ in
            router.get("/forever") { _ in
                try await Task.sleep(for: .seconds(3600))
                return .text("never")
            }
            router.get("/drip") { _ in
                .stream(contentType: "text/plain") { stream in
                    try await stream.write(Array("drip".utf8))
                    try await Task.sleep(for: .seconds(3600))
                }
            }
        })
        let wires = try (0..<3).map { _ in try Wire(port: test.port) }
        try await wires[0].send("GET /forever HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await wires[1].send("GET /drip HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await wires[2].send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await wires[1].read(until: "drip")
        _ = try await wires[2].read(until: "retry")
        test.server.stop()
        test.server.stop()
        for wire in wires { _ = try await wire.readAll() }
        #expect(test.hub.clientCount == 0)
    }
}
