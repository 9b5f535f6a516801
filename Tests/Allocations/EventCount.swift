import API
import Gateway
import Glibc
import Runtime
import Signals

/// What an event costs from the bus until each client has it, by event stream and by WebSocket.
struct EventCount {
    /// Events of each round.
    private static let events = 300
    /// Clients beside the first.
    private static let others = 8

    private let gateway: Gateway
    private let socket: String
    private let event: LiveEvent

    /// Sends the newest heart of a strap.
    init(_ strap: LiveStrap) throws {
        guard let event = strap.heart else { throw Failure(.failed, "The strap has told no heart.") }
        (gateway, socket, self.event) = (strap.gateway, "\(strap.folder.path)/s", event)
    }

    func counts() async throws -> [(what: String, allocations: Double)] {
        let live = LiveFeed(gateway)
        let server = try HTTPServer(
            .init(unixSocket: socket), router: Routes.router(for: gateway, live: live), events: live.events)
        defer { server.stop() }
        var counts: [(what: String, allocations: Double)] = []
        for kind in [EventClient.Kind.stream, .webSocket] {
            let one = try await count(kind, clients: 1)
            let many = try await count(kind, clients: 1 + Self.others)
            counts.append(("event to a client of the \(kind.rawValue)", one))
            counts.append(("event to each further client of the \(kind.rawValue)", (many - one) / Double(Self.others)))
        }
        return counts
    }

    /// One event after the other: the next is sent when all have the one before.
    private func count(_ kind: EventClient.Kind, clients count: Int) async throws -> Double {
        let clients = try (0..<count).map { _ in try EventClient(kind, socket: socket) }
        func send() throws {
            gateway.bus.publish(event)
            for client in clients { try client.receive() }
        }
        for _ in 0..<100 { try send() }
        return try await Counting.smallest(of: Self.events) {
            for _ in 0..<Self.events { try send() }
        }
    }
}
