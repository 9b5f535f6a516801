import API
import Documents
import Foundation
import Glibc
import Signals
import Testing

@Suite("Bodies")
struct BodyTests {
    /// Routes that count what is uploaded and stream what is downloaded.
    private func server() throws -> TestServer {
        try TestServer(routes: { router, _ in
            router.post("/upload", body: .streamed(limit: 1 << 30)) { request in
                guard let body = request.stream else { throw Failure(.failed, "no stream") }
                var count = 0
                var sum: UInt64 = 0
                while let piece = try await body.next() {
                    count += piece.count
                    for byte in piece { sum = sum &* 31 &+ UInt64(byte) }
                }
                return .text("\(count) \(sum)")
            }
            router.post("/small", body: .streamed(limit: 1000)) { request in
                while try await request.stream?.next() != nil {}
                return .text("fits")
            }
            router.post("/early", body: .streamed(limit: 1 << 30)) { request in
                _ = try await request.stream?.next()
                throw Failure(.usage, "not a recording")
            }
            router.get("/download") { request in
                let count = try request.query.integer("bytes") ?? 0
                let isKnown = request.query["known"] != nil
                return .stream(contentType: "text/plain", count: isKnown ? UInt64(count) : nil) { stream in
                    var left = count
                    while left > 0 {
                        let piece = min(left, 10_007)
                        try await stream.write([UInt8](repeating: UInt8(ascii: "x"), count: piece))
                        left -= piece
                    }
                }
            }
            router.get("/breaks") { _ in
                .stream(contentType: "text/plain") { stream in
                    try await stream.write(Array("some".utf8))
                    throw Failure(.failed, "lost the rest")
                }
            }
        })
    }

    private func sum(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 &* 31 &+ UInt64($1) } }

    @Test("takes a body in pieces, whole and in order")
    func upload() async throws {
        let test = try server()
        defer { test.server.stop() }
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let wire = try Wire(port: test.port)
        try await wire.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes.count)\r\n\r\n")
        try await wire.send(bytes)
        #expect(try await wire.answer().hasSuffix("\(bytes.count) \(sum(bytes))"))
    }

    @Test("takes a chunked body, however it is cut")
    func chunkedUpload() async throws {
        let test = try server()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        var all: [UInt8] = []
        for size in [1, 2, 3, 100, 70_000, 5, 300_000] {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
            all += piece
            try await wire.send(Array("\(String(size, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
        }
        try await wire.send("0\r\n\r\n")
        #expect(try await wire.answer().hasSuffix("\(all.count) \(sum(all))"))
    }

    @Test("answers 413 for more than a route takes, said beforehand or not")
    func tooLarge() async throws {
        let test = try server()
        defer { test.server.stop() }
        let body = String(repeating: "y", count: 2000)
        #expect(try await test.get("/small", method: "POST", body: body).hasPrefix("HTTP/1.1 413"))
        #expect(
            try await test.get("/ping", method: "GET", fields: "Content-Length: 3\r\n", body: "abc").hasPrefix(
                "HTTP/1.1 4"))
        let wire = try Wire(port: test.port)
        try await wire.send(
            "POST /small HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n\(body)\r\n0\r\n\r\n")
        #expect(try await wire.answer().hasPrefix("HTTP/1.1 413"))
        let collected = try Wire(port: test.port)
        let large = String(repeating: "z", count: 70_000)
        try await collected.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        try await collected.send("\(String(large.utf8.count, radix: 16))\r\n\(large)\r\n0\r\n\r\n")
        #expect(try await collected.answer().hasPrefix("HTTP/1.1 413"))
    }

    @Test("refuses a large body before it is sent when the client asks")
    func expectContinue() async throws {
        let test = try server()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send(
            "POST /small HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
        #expect(try await wire.answer().hasPrefix("HTTP/1.1 413"))
    }

    @Test("hears a client out whose upload is refused half-way")
    func earlyAnswer() async throws {
        let test = try server()
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send("POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n")
        try await wire.send([UInt8](repeating: 7, count: 2_000_000))
        let text = try await wire.answer()
        #expect(text.hasPrefix("HTTP/1.1 422") && text.contains("not a recording"))
    }

    @Test("tells the reader when the client leaves in the middle of an upload")
    func clientLeaves() async throws {
        let first = OutcomeBox()
        let outcome = OutcomeBox()
        let test = try TestServer(routes: { router, _ in
            router.post("/upload", body: .streamed(limit: 1 << 20)) { request in
                do {
                    while let piece = try await request.stream?.next() { first.set("\(piece)") }
                } catch { outcome.set("\(error)") }
                return .empty()
            }
        })
        defer { test.server.stop() }
        do {
            let wire = try Wire(port: test.port)
            try await wire.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc")
            #expect(try await TestServer.eventually { first.value != nil })
        }
        #expect(try await TestServer.eventually { outcome.value?.contains("left") == true })
    }

    @Test("makes a fast client wait for a slow reader, in fixed memory")
    func backPressure() async throws {
        let waiting = OutcomeBox()
        let test = try TestServer(routes: { router, _ in
            router.post("/upload", body: .streamed(limit: 1 << 30)) { request in
                guard let body = request.stream else { throw Failure(.failed, "no stream") }
                var largest = 0
                while let piece = try await body.next() {
                    largest = max(largest, piece.count)
                    try await Task.sleep(for: .milliseconds(1))
                }
                waiting.set("\(largest)")
                return .empty()
            }
        })
        defer { test.server.stop() }
        let wire = try Wire(port: test.port)
        try await wire.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n")
        try await wire.send([UInt8](repeating: 1, count: 20_000_000))
        #expect(try await wire.answer().hasPrefix("HTTP/1.1 204"))
        let largest = try #require(waiting.value.flatMap { Int($0) })
        #expect(largest < RequestBody.highWater + 65_536)
    }

    @Test("streams a body of known or unknown length", arguments: ["", "&known"])
    func download(option: String) async throws {
        let test = try server()
        defer { test.server.stop() }
        let text = try await test.get("/download?bytes=2000000\(option)")
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.contains(option.isEmpty ? "Transfer-Encoding: chunked" : "Content-Length: 2000000"))
        #expect(text.utf8.count { $0 == UInt8(ascii: "x") } >= 2_000_000)
    }

    @Test("breaks a stream off when its writer fails, without the closing chunk")
    func brokenDownload() async throws {
        let test = try server()
        defer { test.server.stop() }
        let text = try await test.get("/breaks")
        #expect(!text.contains("0\r\n\r\n"))
    }

    @Test("stops a writer whose client has left")
    func downloadClientLeaves() async throws {
        let outcome = OutcomeBox()
        let test = try TestServer(routes: { router, _ in
            router.get("/endless") { _ in
                .stream(contentType: "text/plain") { stream in
                    do { while true { try await stream.write([UInt8](repeating: 0, count: 65_536)) } } catch {
                        outcome.set("\(error)")
                        throw error
                    }
                }
            }
        })
        defer { test.server.stop() }
        do {
            let wire = try Wire(port: test.port)
            try await wire.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await wire.read(until: "200")
        }
        #expect(try await TestServer.eventually { outcome.value != nil })
    }

    @Test("sends a file from its descriptor and closes it")
    func file() async throws {
        let path = NSTemporaryDirectory() + "nightjar-file-\(UUID().uuidString)"
        let content = String(repeating: "night ", count: 100_000)
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        defer { unlink(path) }
        let test = try TestServer(routes: { router, _ in
            router.get("/file") { _ in .file(try OpenFile(path: path), contentType: "text/plain") }
            router.get("/missing") { _ in .file(try OpenFile(path: path + "x"), contentType: "text/plain") }
        })
        defer { test.server.stop() }
        #expect(try await test.get("/file").hasSuffix("\r\n\r\n" + content))
        #expect(try await test.get("/file", method: "HEAD").contains("Content-Length: \(content.utf8.count)"))
        #expect(try await test.get("/missing").hasPrefix("HTTP/1.1 404"))
        #expect(try await TestServer.eventually { !OpenDescriptors.targets().contains(path) })
    }

    @Test("serves an embedded file and says when it has not changed")
    func asset() async throws {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        bytes.copyBytes(from: "body".utf8)
        let asset = Asset(path: "/app.js", mediaType: "text/javascript", bytes: UnsafeRawBufferPointer(bytes))
        let test = try TestServer(routes: { router, _ in router.assets([asset]) })
        defer { test.server.stop() }
        let text = try await test.get("/app.js")
        #expect(text.hasSuffix("body") && text.contains("ETag: \(asset.entityTag)"))
        let again = try await test.get("/app.js", fields: "If-None-Match: \"other\", W/\(asset.entityTag)\r\n")
        #expect(again.hasPrefix("HTTP/1.1 304") && !again.hasSuffix("body"))
        #expect(try await test.get("/app.js", fields: "If-None-Match: \"other\"\r\n").hasSuffix("body"))
    }
}
