import Foundation
import NightjarClient
import Synchronization

/// A store that a test looks into, and that fails when told.
final class MemoryStore: BlobStore {
    private struct Full: Error {}
    private let state = Mutex<(blobs: [String: Data], isFull: Bool)>(([:], false))

    var names: Set<String> { state.withLock { Set($0.blobs.keys) } }
    func fill() { state.withLock { $0.isFull = true } }

    func read(_ name: String) throws -> Data? { state.withLock { $0.blobs[name] } }
    func write(_ name: String, _ data: Data) throws {
        try state.withLock { state in
            if state.isFull { throw Full() }
            state.blobs[name] = data
        }
    }
    func remove(_ name: String) throws { state.withLock { $0.blobs[name] = nil } }
}
