import Documents
import NightjarClient
import Runtime
import Signals

/// The import of one file by a gateway, with progress and a way to stop it.
struct Importing {
    let client: GatewayClient
    let zone: Zone?
    var columns: String?

    /// Sends the file and waits for the end; stopping the process stops the import.
    /// - Throws: `Failure` when the file cannot be read; `CancellationError` when stopped.
    func bring(_ path: String) async throws -> ImportDocument {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let file = try FileUpload(path: path)
        let reply = try await client.body(.importing(name, zone: zone?.name, columns: columns, body: file.body))
        return try await follow(try GatewayClient.read(ImportDocument.self, reply))
    }

    /// Waits for the end of an import; stopping the process stops it.
    /// - Throws: `CancellationError` when stopped.
    func follow(_ begun: ImportDocument) async throws -> ImportDocument {
        var status = begun
        let bar = ProgressBar("Importing \(begun.name)")
        defer { bar.finish() }
        do {
            while status.state?.isOver != true {
                try await Task.sleep(for: .milliseconds(100))
                status = try await client.ask(.importState, ImportRequest(status.id))
                bar.update(status.fraction)
            }
        } catch is CancellationError {
            let (client, request) = (client, ImportRequest(status.id))
            // In a task of its own: this one may send nothing more.
            _ = try await Task { try await client.ask(.stopImport, request) }.value
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
