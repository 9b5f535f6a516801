#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension NightjarClient {
    /// Sends a recorder's file and waits for the end of its import; cancelling the task stops the import.
    /// - Parameters:
    ///   - path: the file.
    ///   - zone: the time zone of the recorder's clock; the gateway's own when nil.
    ///   - interval: seconds between two looks at how far it is.
    ///   - progress: is told how far it is.
    /// - Returns: how it ended.
    /// - Throws: ``APIError``; `CancellationError` when it was stopped.
    public func importFile(
        at path: String, zone: String? = nil, every interval: Double = 0.5,
        progress: @Sendable (ImportDocument) -> Void = { _ in }
    ) async throws -> ImportDocument {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let begun = try await send(.importing(name, zone: zone, body: try .file(path)))
        return try await follow(begun, every: interval, progress: progress)
    }

    /// Waits for the end of an import; cancelling the task stops it.
    /// - Parameters:
    ///   - begun: the import.
    ///   - interval: seconds between two looks at how far it is.
    ///   - progress: is told how far it is.
    /// - Returns: how it ended.
    /// - Throws: ``APIError``; `CancellationError` when it was stopped.
    public func follow(
        _ begun: ImportDocument, every interval: Double = 0.5, progress: @Sendable (ImportDocument) -> Void = { _ in }
    ) async throws -> ImportDocument {
        var status = begun
        do {
            while status.state?.isOver != true {
                try await time.sleep(seconds: interval)
                status = try await send(.importState, ImportRequest(status.id))
                progress(status)
            }
        } catch is CancellationError {
            let (client, id) = (self, status.id)
            // In a task of its own: this one may send nothing more.
            _ = try? await Task { try await client.send(.stopImport, ImportRequest(id)) }.value
            throw CancellationError()
        }
        return status
    }
}
