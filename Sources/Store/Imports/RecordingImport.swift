package import Analysis
import Runtime
package import Signals

/// An import under way. Filled from one thread at a time; waits while the disk is slower than the decoder, so memory
/// stays flat. Undone when it goes away unfinished.
package final class RecordingImport {
    /// Bytes of the file that are compressed together.
    static let chunkSize = 1 << 20
    /// Samples of one channel that are compressed together.
    static let blockSamples = 16_384

    private struct Lane: Hashable {
        var device: DeviceID
        var channel: Channel
        var unit: SignalUnit
        var axes: Int
    }

    /// The number of the recording that is being stored.
    package let id: RecordingID
    private let file: ImportFile
    private let gate: IntakeGate
    private let failures: UInt64
    /// Of the bytes so far, those included that were kept when they came.
    private var hash: SHA256
    private var pending: [UInt8] = []
    private var written = 0
    private var lanes: [Lane: (batches: [SampleBatch], samples: Int)] = [:]
    private var isOver = false
    /// The recording that is read anew, whose bytes are there; nil for a new one.
    private let replaces: RecordingID?

    /// An import of which nothing has come, or what was kept of it when it came.
    init(
        _ id: RecordingID, file: ImportFile, gate: IntakeGate, kept: ArrivingFile.Kept? = nil,
        replaces: RecordingID? = nil
    ) {
        self.id = id
        self.replaces = replaces
        self.file = file
        self.gate = gate
        hash = kept?.hash ?? SHA256()
        if let kept { (written, pending) = (kept.written, kept.pending) }
        failures = kept?.failures ?? gate.bulkFailures
    }

    deinit { if !isOver { end(.failed, "The import ended early. Import the file again.") } }

    /// Bytes of the file that are here: what was kept when it came, and what has been appended.
    package var received: Int { written + pending.count }

    /// Keeps the next bytes of the file, so that a better decoder can read them again.
    package func append(bytes: [UInt8]) throws(Failure) {
        hash.update(bytes)
        pending += bytes
        var start = 0
        while pending.count - start >= Self.chunkSize {
            try keep(Array(pending[start..<(start + Self.chunkSize)]))
            start += Self.chunkSize
        }
        if start > 0 { pending.removeFirst(start) }
    }

    /// Keeps decoded samples. The file's bytes give them again at any time: needed only where reading them from the
    /// file would be too slow.
    package func append(_ batch: SampleBatch) throws(Failure) {
        let lane = Lane(device: batch.device, channel: batch.channel, unit: batch.unit, axes: batch.axes)
        for piece in batch.pieces {
            lanes[lane, default: ([], 0)].batches.append(piece)
            lanes[lane, default: ([], 0)].samples += piece.count
            if lanes[lane, default: ([], 0)].samples >= Self.blockSamples { try seal(lane) }
        }
    }

    /// Appends beats.
    package func append(_ beats: [Beat], device: DeviceID) throws(Failure) {
        try put(.beats(beats, device, .recording(id)))
    }

    /// Appends epochs; those of one second are not kept.
    package func append(_ epochs: [Epoch], device: DeviceID) throws(Failure) {
        try put(.epochs(epochs.filter { $0.seconds > 1 }, device, .recording(id)))
    }

    /// Appends losses.
    package func append(_ losses: [Loss], device: DeviceID) throws(Failure) {
        try put(.losses(losses, device, .recording(id), at: .now))
    }

    /// Appends nights.
    package func append(_ nights: [Night], device: DeviceID) throws(Failure) {
        try put(.nights(nights, device, .recording(id), at: .now))
    }

    /// Stores the recorder's identity.
    package func register(_ identity: DeviceIdentity, as device: DeviceID? = nil, seen: Instant) throws(Failure) {
        // Whether its live samples are a preview is not for a recording to say.
        try put(.device(device ?? identity.deviceID, identity, isSynthetic: false, isPreview: nil, at: seen))
    }

    /// Makes the import visible, all of it at once, and returns when it is on disk.
    /// - Parameters:
    ///   - summary: the decoder's summary as JSON.
    ///   - device: the recorder; nil when unknown.
    ///   - first: the instant of the first sample.
    ///   - last: the instant of the last sample.
    ///   - zone: in which nights are scored, where another reading of the same recording gives way.
    /// - Throws: `Failure` when the bytes are not those that were announced, or the store cannot write; the import is
    ///   then undone.
    package func finish(
        summary: [UInt8] = [], device: DeviceID? = nil, first: Instant? = nil, last: Instant? = nil, zone: Zone = .utc
    ) throws(Failure) {
        guard !isOver else { throw Failure(.failed, "The import of \(file.name) has ended already.") }
        do throws(Failure) {
            for lane in lanes.keys { try seal(lane) }
            if !pending.isEmpty { try keep(pending) }
            guard replaces != nil || written == file.size && hash.digest() == file.sha256 else {
                throw Failure(.failed, "\(file.name) changed while it was being imported. Import it again.")
            }
            let (id, failures, gate, replaces) = (id, failures, gate, replaces)
            try run { writer in
                // Inside the transaction: what was lost before it is known here.
                guard gate.bulkFailures == failures else { throw gate.importLost }
                try writer.complete(id, summary: summary, device: device, first: first, last: last)
                if let replaces { try writer.replace(replaces, by: id, zone: zone) }
            }
            isOver = true
        } catch {
            end(.failed, error.message)
            throw error
        }
    }

    /// Cancels the import: everything stored so far is removed.
    package func cancel() { end(.cancelled, nil) }

    /// Undoes the import because the file cannot be read.
    package func fail(_ reason: String) { end(.failed, reason) }

    /// Hands the end over as a live entry, which outlasts a full disk.
    private func end(_ state: StoredRecording.State, _ reason: String?) {
        guard !isOver else { return }
        isOver = true
        lanes = [:]
        pending = []
        _ = gate.append(.abandon(id, state, reason), hurry: true)
    }

    private func keep(_ chunk: [UInt8]) throws(Failure) {
        try put(.chunk(id, start: written, size: chunk.count, body: try Zstd.compress(chunk)))
        written += chunk.count
    }

    private func seal(_ lane: Lane) throws(Failure) {
        guard let batches = lanes.removeValue(forKey: lane)?.batches else { return }
        if let block = try SealedBlock(batches) { try put(.block(block, .recording(id))) }
    }

    private func put(_ entry: Entry) throws(Failure) {
        guard !isOver else { throw Failure(.failed, "The import of \(file.name) has ended already.") }
        try gate.appendBulk(entry, failures: failures)
    }

    private func run(_ body: @escaping @Sendable (Writer) throws -> Void) throws(Failure) {
        do {
            try gate.performWaiting(body)
        } catch {
            throw error as? Failure
                ?? Failure(.failed, "The import of \(file.name) could not be written: \(error)", cause: error)
        }
    }
}
