import API
import Devices
import Foundation
import Gateway
import NightjarClient
import NightjarClientCurl
import Signals

/// A gateway with a synthetic wearer behind its real routes, on a unix socket and on a port of the loopback.
final class GatewayFixture: Sendable {
    static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)

    let gateway: Gateway
    let feed: LiveFeed
    private let server: HTTPServer
    private let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
    let socket: CurlTransport
    let loopback: CurlTransport

    init() throws {
        gateway = try Gateway(.init(folder: folder, zone: .utc), sources: [Simulated(seed: 3)], finders: [])
        feed = LiveFeed(gateway)
        var listening = HTTPServer.Configuration(
            address: ListenAddress(host: "127.0.0.1", port: 0), unixSocket: "\(folder)/g.sock")
        listening.accessControl = AccessControl(gateway.accounts)
        server = try HTTPServer(
            listening, router: Routes.router(for: gateway, live: feed), events: feed.events)
        socket = CurlTransport(.socket("\(folder)/g.sock"))
        loopback = CurlTransport(.address("http://127.0.0.1:\(server.addresses[0].port)/"))
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var client: NightjarClient { NightjarClient(transport: socket, retry: .none) }

    /// A file in the house's folder.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    /// Lets the wearer send some minutes.
    func wear(minutes: Int) {
        let pipeline = gateway.pipelines[0]
        var wearer = SimulatedWearer(.init(seed: 3, routine: .showcase(origin: Self.noon, preroll: 0)), from: Self.noon)
        for _ in 0..<(60 * minutes) {
            wearer.advance(into: pipeline)
            pipeline.tick(at: wearer.now)
        }
    }
}
