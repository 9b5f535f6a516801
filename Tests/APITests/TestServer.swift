import API
import Documents
import Foundation

/// A server on a port that the system chose, with routes that exercise each kind of answer.
struct TestServer {
    let server: HTTPServer
    let hub = EventHub()
    let port: UInt16

    init(
        unixSocket: String? = nil, change: (inout HTTPServer.Configuration) -> Void = { _ in },
        routes: (inout Router, EventHub) -> Void = { _, _ in }
    ) throws {
        var router = Router()
        router.immediate("/ping") { _ in .text("pong") }
        router.get("/slow") { _ in
            try await Task.sleep(for: .milliseconds(30))
            return .text("slow")
        }
        router.post("/echo") { .bytes($0.body, contentType: "application/octet-stream") }
        let events = hub
        router.get("/events") { .events(events.subscribe(request: $0)) }
        routes(&router, hub)
        var configuration = HTTPServer.Configuration(
            address: ListenAddress(host: "127.0.0.1", port: 0), unixSocket: unixSocket)
        // Many tests run at once, and one that waits for its turn is no attack.
        configuration.headTimeout = .seconds(300)
        configuration.bodyPace.grace = .seconds(300)
        change(&configuration)
        server = try HTTPServer(configuration, router: router, events: hub)
        port = server.addresses[0].port
    }

    /// One request on a connection of its own, answered and closed.
    func get(_ path: String, method: String = "GET", fields: String = "", body: String = "") async throws -> String {
        let wire = try Wire(port: port)
        let length = body.isEmpty && method == "GET" ? "" : "Content-Length: \(body.utf8.count)\r\n"
        try await wire.send(
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(length)\(fields)\r\n\(body)"
        )
        return try await wire.readAll()
    }

    /// Waits until a condition holds.
    static func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }
}
