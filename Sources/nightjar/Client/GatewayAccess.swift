import API
import Documents
import Gateway
import Glibc
import NightjarClientCurl
import Runtime
import Signals
import Store

/// A way to the gateway of a folder for one command: the one that runs there, or one that runs for as long as the
/// command does. Either way the command asks the same routes.
enum GatewayAccess {
    /// The options that name a gateway.
    static let options = [DataFolder.option, Option("--url", "URL", "the address of a gateway, instead of DIR")]

    /// The options that select nights.
    static let dates = [
        Option("--from", "YYYY-MM-DD", "the first day of waking up"),
        Option("--to", "YYYY-MM-DD", "the last day of waking up"),
    ]

    /// Runs `body` with a client of the gateway that `--url` or `--data` names.
    /// - Parameter isNew: whether a store may be made where there is none.
    /// - Throws: `Failure` when there is no gateway and no store.
    static func run<Value>(
        _ arguments: Arguments, isNew: Bool = false, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        if arguments.value("--url") != nil { return try await body(try GatewayClient(arguments)) }
        let folder = isNew ? try DataFolder(arguments) : try DataFolder.asked(arguments)
        return try await run(folder: folder.path, isNew: isNew, body)
    }

    /// Runs `body` with a client of the gateway of `folder`.
    /// - Parameter patience: seconds to wait for another command that has the store, or for a gateway that is starting.
    static func run<Value>(
        folder: String, isNew: Bool, patience: Double = 10, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + .seconds(patience)
        while true {
            if let client = try await running(folder) { return try await body(client) }
            guard isNew || access("\(folder)/store.sqlite", F_OK) == 0 else {
                throw Failure(
                    .notFound,
                    "There is no store in \(folder) yet. Import a recording, start `nightjar serve`, or name another "
                        + "folder with --data.")
            }
            do {
                return try await own(folder, body)
            } catch let failure as Failure {
                guard let use = failure.cause as? StoreInUse else { throw failure }
                guard ContinuousClock.now < deadline else { throw busy(folder, use) }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// The gateway that runs on `folder`; nil when none answers, as after one that was killed.
    private static func running(_ folder: String) async throws -> GatewayClient? {
        let socket = "\(folder)/gateway.sock"
        guard access(socket, R_OK | W_OK) == 0 else {
            guard errno == EACCES || errno == EPERM else { return nil }
            throw Failure(
                .notPermitted,
                "\(socket) belongs to somebody else. Run this as the owner of the gateway, or name another folder with "
                    + "--data.")
        }
        let client = GatewayClient(endpoint: .socket(socket))
        return (try? await client.ask(.health)) == nil ? nil : client
    }

    /// Runs `body` with a gateway of its own, on a socket that other commands do not look at: they would lose their
    /// gateway as soon as this one is done.
    private static func own<Value>(
        _ folder: String, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        let gateway = try Gateway.opened(.init(folder: folder, zone: try Zone.local()))
        let live = LiveFeed(gateway)
        let socket = "\(folder)/command.sock"
        var listening = HTTPServer.Configuration(unixSocket: socket)
        listening.accessControl = AccessControl(gateway)
        let server = try HTTPServer(
            listening, router: Routes.router(for: gateway, live: live), events: live.events)
        defer { server.stop() }
        let value = try await body(GatewayClient(endpoint: .socket(socket)))
        try await gateway.store.flush()
        return value
    }

    private static func busy(_ folder: String, _ use: StoreInUse) -> Failure {
        Failure(
            .failed,
            "Another command (process \(use.holder ?? "unknown")) is working on \(folder). Try again when it is done.",
            cause: use)
    }
}
