import Runtime
import Signals

/// The import of one file by a gateway, with progress and a way to stop it.
struct Importing {
    /// The state of an import.
    struct Status: Decodable {
        var id: String
        var name: String?
        var state: String
        var fraction: Double
        var message: String
        var nights: [String]
        var device: String?
        var recording: Int?

        var isOver: Bool { ["complete", "duplicate", "failed", "cancelled"].contains(state) }
        var isGood: Bool { state == "complete" || state == "duplicate" }
    }

    let client: GatewayClient
    let zone: Zone?

    /// Sends the file and waits for the end; stopping the process stops the import.
    /// - Throws: `Failure` when the file cannot be read; `CancellationError` when stopped.
    func bring(_ path: String) async throws -> Status {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var query = "name=\(GatewayClient.escape(name))"
        if let zone { query += "&zone=\(GatewayClient.escape(zone.name))" }
        let reply = try await client.body("POST", "/api/v1/imports?\(query)", upload: FileUpload(path: path))
        return try await follow(try GatewayClient.decode(Status.self, reply))
    }

    /// Waits for the end of an import; stopping the process stops it.
    /// - Throws: `CancellationError` when stopped.
    func follow(_ begun: Status) async throws -> Status {
        var status = begun
        let bar = ProgressBar("Importing \(begun.name ?? begun.id)")
        defer { bar.finish() }
        do {
            while !status.isOver {
                try await Task.sleep(for: .milliseconds(100))
                status = try await client.get(Status.self, "/api/v1/imports/\(status.id)")
                bar.update(status.fraction)
            }
        } catch is CancellationError {
            let (client, path) = (client, "/api/v1/imports/\(status.id)")
            // In a task of its own: this one may send nothing more.
            _ = try await Task { try await client.body("DELETE", path) }.value
            throw CancellationError()
        }
        return status
    }
}

/// Runs `work` and cancels it when the process is asked to end.
func stoppable<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    let watch = Task { if await terminationSignal() != nil { task.cancel() } }
    defer { watch.cancel() }
    return try await task.value
}
