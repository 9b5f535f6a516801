import Runtime
import Signals

/// A file that is being received: hashed while it comes, and kept in the store piece by piece as far as that keeps up. What it is,
/// and whether it is there already, is known when all has come: `Store.beginImport(_:by:arrived:)` takes over what was
/// kept then. Let go of before, it leaves nothing.
package final class ArrivingFile: @unchecked Sendable {  // Used by one task at a time.
    /// What an import takes over.
    struct Kept {
        /// The recording's row; nil as long as no whole piece has come.
        var id: RecordingID?
        /// Bytes in the store.
        var written = 0
        /// Those behind them that are at hand.
        var pending: [UInt8] = []
        /// The hash of all these bytes so far.
        var hash = SHA256()
        /// How often the store had lost a part of an import when this began.
        var failures: UInt64
    }

    /// Bytes so far.
    package private(set) var size = 0
    private var hash = SHA256()
    private var kept: Kept
    private var isKeeping = true
    private let person: Person.ID?
    private let gate: IntakeGate

    init(by person: Person.ID?, gate: IntakeGate) {
        (self.person, self.gate) = (person, gate)
        kept = Kept(failures: gate.bulkFailures)
    }

    deinit { drop() }

    /// The SHA-256 of the bytes so far.
    package var sha256: [UInt8] {
        let hash = hash
        return hash.digest()
    }

    /// Whether the store would take a piece now; with true it may be told more at once.
    package var hasRoom: Bool { !isKeeping || gate.hasBulkRoom }

    /// Takes the next bytes; waits for nothing. What the store has no room for is not kept, nor anything behind it.
    package func receive(_ bytes: [UInt8]) {
        hash.update(bytes)
        size += bytes.count
        guard isKeeping else { return }
        kept.pending += bytes
        kept.hash = hash
        var start = 0
        while isKeeping, kept.pending.count - start >= RecordingImport.chunkSize {
            isKeeping = keep(Array(kept.pending[start..<(start + RecordingImport.chunkSize)]))
            if isKeeping { start += RecordingImport.chunkSize }
        }
        if start > 0 { kept.pending.removeFirst(start) }
    }

    /// Says that these bytes are not those that will be kept, as those of an archive; what was kept is let go of.
    package func stopKeeping() {
        isKeeping = false
        drop()
    }

    /// Gives away what was kept; nothing where the store has lost a part of it.
    func take() -> Kept {
        isKeeping = false
        if gate.bulkFailures != kept.failures { drop() }
        defer { kept = Kept(failures: kept.failures) }
        return kept
    }

    private func keep(_ chunk: [UInt8]) -> Bool {
        guard gate.hasBulkRoom, let body = try? Zstd.compress(chunk), let id = kept.id ?? begin() else { return false }
        kept.id = id
        guard gate.offerBulk(.chunk(id, start: kept.written, size: chunk.count, body: body), failures: kept.failures)
        else {
            return false
        }
        kept.written += chunk.count
        return true
    }

    private func begin() -> RecordingID? {
        let begun = Locked<RecordingID?>(nil)
        let person = person
        do {
            try gate.performWaiting { writer in
                let id = try writer.beginArrival(by: person)
                begun.withLock { $0 = id }
            }
        } catch {
            // Not committed: the row is gone again, whatever number it had.
            return nil
        }
        return begun.withLock { $0 }
    }

    private func drop() {
        if let id = kept.id { _ = gate.append(.abandon(id, .cancelled, nil), hurry: true) }
        kept = Kept(failures: gate.bulkFailures)
    }
}
