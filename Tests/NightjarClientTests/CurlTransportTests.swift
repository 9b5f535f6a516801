import API
import Foundation
import NightjarClient
import NightjarClientCurl
import Synchronization
import Testing

@Suite("The transport over libcurl")
struct CurlTransportTests {
    /// A server with routes that show what a transport does.
    private struct Site {
        let server: HTTPServer
        let transport: CurlTransport
        let reached = Counter()

        init() throws {
            var router = Router()
            let reached = reached
            router.post("/echo", body: .collected(limit: 1 << 20)) { request in
                var response = HTTPResponse.bytes(request.body, contentType: "application/octet-stream")
                response.headers.set("X-Length", "\(request.body.count)")
                return response
            }
            router.get("/large") { _ in .bytes([UInt8](repeating: 7, count: 8 << 20), contentType: "x/y") }
            router.get("/never") { _ in
                reached.add()
                try await Task.sleep(for: .seconds(3600))
                return .text("")
            }
            server = try HTTPServer(.init(address: ListenAddress(host: "127.0.0.1", port: 0)), router: router)
            transport = CurlTransport(.address("http://127.0.0.1:\(server.addresses[0].port)"))
        }
    }

    final class Counter: Sendable {
        private let value = Mutex(0)
        func add() { value.withLock { $0 += 1 } }
        var count: Int { value.withLock { $0 } }
    }

    @Test("Bodies of bytes, of files and of none arrive as they are")
    func bodies() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let bytes = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for body in [TransportBody.data(bytes), .stream(size: bytes.count) { Self.reader(bytes) }] {
            let reply = try await site.transport.send(.init(method: "POST", target: "/echo", body: body))
            #expect(reply.status == 200 && reply.headers["x-length"] == "50000")
            #expect(try await reply.body.collect() == bytes)
        }
        for body in [TransportBody.none, .data(Data())] {
            let none = try await site.transport.send(.init(method: "POST", target: "/echo", body: body))
            #expect(none.status == 200 && none.headers["x-length"] == "0")
        }
    }

    @Test("A file of any length is read piece by piece, without going deeper at each")
    func manyPieces() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let count = 200_000
        let body = TransportBody.stream(size: count) {
            let left = Mutex(count)
            return { _ in
                left.withLock { left in
                    guard left > 0 else { return Data() }
                    left -= 1
                    return Data([7])
                }
            }
        }
        let reply = try await site.transport.send(.init(method: "POST", target: "/echo", body: body))
        #expect(reply.status == 200 && reply.headers["x-length"] == "\(count)")
    }

    private static func reader(_ data: Data) -> TransportBody.Reader {
        let left = Mutex(data)
        return { count in
            left.withLock { left in
                let piece = left.prefix(min(count, 1000))
                left = Data(left.dropFirst(piece.count))
                return Data(piece)
            }
        }
    }

    @Test("A body that cannot be read ends the request with its own error")
    func unreadable() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let body = TransportBody.stream(size: 10) { { _ in throw Unexpected() } }
        await #expect(throws: Unexpected.self) {
            try await site.transport.send(.init(method: "POST", target: "/echo", body: body))
        }
    }

    @Test("A reply that nobody reads waits, and comes whole when somebody does")
    func backpressure() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let reply = try await site.transport.send(.init(method: "GET", target: "/large"))
        // Other transfers of the same thread go on meanwhile.
        for _ in 0..<20 {
            _ = try await site.transport.send(.init(method: "POST", target: "/echo", body: .data(Data("x".utf8))))
        }
        #expect(try await reply.body.collect() == Data(repeating: 7, count: 8 << 20))
    }

    @Test("Cancelling ends a request that waits for its answer at once")
    func cancelled() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let task = Task { try await site.transport.send(.init(method: "GET", target: "/never")) }
        while site.reached.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Many requests at the same time are all answered")
    func many() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let good = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let data = Data("\(number)".utf8)
                    let reply = try? await site.transport.send(
                        .init(method: "POST", target: "/echo", body: .data(data)))
                    return (try? await reply?.body.collect()) == data
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(good == 64)
    }

    @Test("What cannot be reached and what is no address are told apart")
    func unreachable() async throws {
        let cases: [(CurlTransport.Endpoint, TransportError.Kind)] = [
            (.address("http://127.0.0.1:1"), .unreachable), (.socket("/nonexistent/gateway.sock"), .unreachable),
            (.address("ftp://127.0.0.1"), .invalidAddress), (.address("http://["), .invalidAddress),
        ]
        for (endpoint, kind) in cases {
            let error = await #expect(throws: TransportError.self) {
                try await CurlTransport(endpoint).send(.init(method: "GET", target: "/"))
            }
            #expect(error?.kind == kind, "\(endpoint)")
        }
    }

    @Test("A silent server is given up after the patience that was asked for")
    func patience() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await site.transport.send(.init(method: "GET", target: "/never", patience: 1))
        }
        #expect(error?.kind == .timedOut)
    }

    @Test("A line break in a header field is no field of its own")
    func injection() async throws {
        let site = try Site()
        defer { site.server.stop() }
        let reply = try await site.transport.send(
            .init(
                method: "POST", target: "/echo", headers: ["X-A": "b\r\nContent-Length: 3"], body: .data(Data("x".utf8))
            ))
        #expect(reply.status == 200 && reply.headers["x-length"] == "1")
    }
}
