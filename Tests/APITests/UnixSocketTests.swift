import API
import Foundation
import Glibc
import Runtime
import Signals
import Testing

@Suite("Unix socket")
struct UnixSocketTests {
    private let path = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8)).sock"

    @Test("answers over a unix socket, whatever the Host, for the owner only")
    func answers() async throws {
        let test = try TestServer(unixSocket: path)
        defer { test.server.stop() }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let wire = try Wire(path: path)
        try await wire.send("GET /slow HTTP/1.1\r\nHost: whatever\r\nConnection: close\r\n\r\n")
        #expect(try await wire.readAll().hasSuffix("slow"))
    }

    @Test("removes its file when it stops")
    func removes() throws {
        let test = try TestServer(unixSocket: path)
        test.server.stop()
        #expect(access(path, F_OK) != 0)
    }

    @Test("replaces a socket that nobody answers")
    func stale() async throws {
        let left = try UnixSocket.listen(path).take()
        close(left)
        #expect(access(path, F_OK) == 0)
        let test = try TestServer(unixSocket: path)
        defer { test.server.stop() }
        let wire = try Wire(path: path)
        try await wire.send("GET /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await wire.readAll().hasSuffix("pong"))
    }

    @Test("never takes the place of a gateway that is alive")
    func alive() async throws {
        let test = try TestServer(unixSocket: path)
        defer { test.server.stop() }
        let failure = try #require(throws: Failure.self) { _ = try TestServer(unixSocket: path) }
        #expect(failure.message.contains(path))
        let wire = try Wire(path: path)
        try await wire.send("GET /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await wire.readAll().hasSuffix("pong"))
    }

    @Test("never removes a file that is no socket")
    func file() throws {
        try "keep me".write(toFile: path, atomically: true, encoding: .utf8)
        defer { unlink(path) }
        #expect(throws: Failure.self) { _ = try TestServer(unixSocket: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "keep me")
    }

    @Test("says so when the path is too long")
    func long() throws {
        let failure = try #require(throws: Failure.self) {
            _ = try TestServer(unixSocket: "/tmp/" + String(repeating: "a", count: 200))
        }
        #expect(failure.code == .usage)
    }
}
