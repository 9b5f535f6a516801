import Documents
import Foundation
import Runtime
import Signals
import Testing

@testable import API

@Suite("Answers on their way out")
struct FinishingTests {
    private static let long = String(repeating: "a night ", count: 400)

    private func server(_ change: (inout HTTPServer.Configuration) -> Void = { _ in }) throws -> TestServer {
        try TestServer(change: change) { router, _ in
            router.get("/text") { _ in .json { $0.field("text", Self.long) } }
            router.immediate("/kept") { _ in
                var answer = HTTPResponse.json { $0.field("text", "kept") }
                guard case .bytes(let bytes) = answer.body else { return answer }
                answer.body = .kept(KeptBytes(bytes))
                return answer
            }
        }
    }

    private func field(_ name: String, _ answer: String) -> String? {
        answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    @Test("tell a client that has it that nothing changed", arguments: ["/text", "/kept"])
    func tags(path: String) async throws {
        let server = try server()
        let first = try await server.get(path)
        let tag = try #require(field("ETag", first))
        #expect(first.hasPrefix("HTTP/1.1 200") && tag.hasPrefix("\""))
        let second = try await server.get(path, fields: "If-None-Match: \"x\", \(tag)\r\n")
        #expect(second.hasPrefix("HTTP/1.1 304") && second.hasSuffix("\r\n\r\n") && field("ETag", second) == tag)
        #expect(try await server.get(path, fields: "If-None-Match: \"x\"\r\n").hasPrefix("HTTP/1.1 200"))
    }

    @Test("are packed for a client that unpacks them, and not for others")
    func packing() async throws {
        let server = try server()
        let plain = try await server.get("/text")
        let packed = try await server.get("/text", fields: "Accept-Encoding: br, gzip;q=0.5\r\n")
        let refused = try await server.get("/text", fields: "Accept-Encoding: gzip;q=0\r\n")
        #expect(field("Content-Encoding", packed) == "gzip" && field("Vary", packed) == "Accept-Encoding")
        #expect(field("ETag", packed) != field("ETag", plain))
        #expect(Int(field("Content-Length", packed) ?? "") ?? .max < 400)
        #expect(field("Content-Encoding", refused) == nil && refused.contains(Self.long))
    }

    @Test("carry a trace of their own each")
    func traces() async throws {
        let server = try server()
        let (a, b) = (try await server.get("/text"), try await server.get("/nothing"))
        let trace = try #require(field("X-Trace-Id", b))
        #expect(field("X-Trace-Id", a)?.count == 16 && field("X-Trace-Id", a) != trace)
        #expect(b.contains("\"trace_id\":\"\(trace)\"") && b.contains("\"request_id\":\"\(trace)\""))
        #expect(b.contains("\"suggested_action\":\"check_id\"") && b.contains("\"code\":\"resource-not-found\""))
    }

    @Test("name no other origin unless the owner named it")
    func origins() async throws {
        let origin = "Origin: http://localhost:5173\r\n"
        let closed = try await server().get("/text", fields: origin)
        #expect(field("Access-Control-Allow-Origin", closed) == nil)
        let open = try server { $0.origins = ["http://localhost:5173"] }
        let read = try await open.get("/text", fields: origin)
        #expect(field("Access-Control-Allow-Origin", read) == "http://localhost:5173")
        let asked = try await open.get(
            "/echo", method: "OPTIONS", fields: origin + "Access-Control-Request-Method: POST\r\n")
        #expect(field("Access-Control-Allow-Methods", asked)?.contains("POST") == true)
        #expect(
            try await field("Access-Control-Allow-Origin", open.get("/text", fields: "Origin: http://x\r\n")) == nil)
    }
}

@Suite("Packed requests")
struct PackedRequestTests {
    private func send(_ body: [UInt8], coding: String) async throws -> String {
        let server = try TestServer()
        let wire = try Wire(port: server.port)
        let head =
            "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
            + "Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
        try await wire.send(Array(head.utf8) + body)
        return try await wire.readAll()
    }

    @Test("are unpacked")
    func whole() async throws {
        let text = Array(String(repeating: "beats ", count: 500).utf8)
        let answer = try await send(try #require(Gzip.pack(text)), coding: "gzip")
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix(String(decoding: text, as: UTF8.self)))
    }

    @Test("that would grow beyond the limit are refused, and so are broken ones and other codings")
    func refused() async throws {
        let bomb = try #require(Gzip.pack([UInt8](repeating: 0, count: 8 << 20)))
        #expect(try await send(bomb, coding: "gzip").hasPrefix("HTTP/1.1 413"))
        #expect(try await send(Array(bomb.prefix(200)), coding: "gzip").hasPrefix("HTTP/1.1 400"))
        #expect(try await send(Array("no gzip at all".utf8), coding: "gzip").hasPrefix("HTTP/1.1 400"))
        #expect(try await send([1, 2, 3], coding: "br").hasPrefix("HTTP/1.1 415"))
    }
}
