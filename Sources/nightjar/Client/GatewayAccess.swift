import API
import Gateway
import Glibc
import Runtime
import Signals
import Store

/// A way to the gateway of a folder for one command: the one that runs there, or one that runs for as long as the
/// command does. Either way the command asks the same routes.
enum GatewayAccess {
    /// Runs `body` with a client of the gateway that `--url` or `--data` names.
    /// - Parameter isNew: whether a store may be made where there is none.
    /// - Throws: `Failure` when there is no gateway and no store.
    static func run<Value>(
        _ arguments: Arguments, isNew: Bool = false, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        if arguments.value("--url") != nil { return try await body(try GatewayClient(arguments)) }
        return try await run(folder: try DataFolder(arguments).path, isNew: isNew, body)
    }

    /// Runs `body` with a client of the gateway of `folder`.
    static func run<Value>(
        folder: String, isNew: Bool, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        let socket = "\(folder)/gateway.sock"
        let client = GatewayClient(endpoint: .socket(socket))
        if access(socket, F_OK) == 0, (try? client.request("GET", "/api/v1/health"))?.status == 200 {
            return try await body(client)
        }
        guard isNew || access("\(folder)/store.sqlite", F_OK) == 0 else {
            throw Failure(
                .notFound,
                "There is no store in \(folder) yet. Import a recording, start `nightjar serve`, or name another folder with --data."
            )
        }
        let gateway = try Gateway(.init(folder: folder, zone: try Zone.local()))
        let live = LiveFeed(gateway)
        let server = try HTTPServer(
            .init(unixSocket: socket), router: Routes.router(for: gateway, live: live), events: live.events)
        defer { server.stop() }
        let value = try await body(client)
        try await gateway.store.flush()
        return value
    }
}
