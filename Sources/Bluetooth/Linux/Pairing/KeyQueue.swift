import Documents
import Runtime
import Signals
import Synchronization

/// Reads and writes a ``KeyFolder`` on a thread of its own, one file after the other, as the radio's thread must not wait
/// for a disk. Of a file that is to be written twice only the newest is, so no more waits than there are files.
final class KeyQueue: Sendable {
    private let folder: KeyFolder
    private let thread = ThreadExecutor()
    /// What is to be written, by file; nil to remove it.
    private let waiting = Mutex<[String: [UInt8]?]>([:])
    /// Why what was last to be written to a file is not there.
    private let failures = Mutex<[String: Failure]>([:])

    init(_ folder: KeyFolder) { self.folder = folder }

    /// What is kept for an adapter; nothing where that cannot be read. Such a file is set aside, as the next key that is kept
    /// would be written over it.
    func pairings(of adapter: BluetoothAddress) async -> Pairings {
        await withTaskExecutorPreference(thread) {
            do { return try folder.read(adapter) } catch {
                let place = folder.setAside(folder.file(of: adapter))
                Log.error(
                    "The keys of paired Bluetooth devices cannot be read; the devices are to be paired anew.",
                    [
                        "file": .string(folder.file(of: adapter)), "set_aside_as": place.map { .string($0) } ?? .null,
                        "reason": .string((error as? Failure)?.message ?? "\(error)"),
                    ])
                return Pairings()
            }
        }
    }

    /// Returns when everything is written that was to be before.
    /// - Throws: `Failure` when something of it could not be.
    func settle() async throws(Failure) {
        let failure = await withTaskExecutorPreference(thread) { failures.withLock { $0.values.first } }
        if let failure { throw failure }
    }

    /// What a device offered last; nil when that is not known.
    func memory(of device: BluetoothAddress) async -> GATTMemory? {
        await withTaskExecutorPreference(thread) { folder.readMemory(of: device) }
    }

    /// Keeps what is known for an adapter. A folder that cannot be written costs a new pairing after the next start, not this
    /// night.
    func keep(_ pairings: Pairings, of adapter: BluetoothAddress) {
        write(pairings.json.text, to: folder.file(of: adapter))
    }

    /// Keeps what a device offers, or forgets it. Not kept, it is discovered anew.
    func keep(_ memory: GATTMemory?, of device: BluetoothAddress) {
        write(memory?.text, to: folder.database(of: device))
    }

    /// The advertisement that was last begun and not ended; nil for none.
    func advertising() async -> KeptAdvertising? {
        await withTaskExecutorPreference(thread) { folder.readAdvertising() }
    }

    /// Forgets a device in the files of those adapters.
    func forget(_ device: BluetoothAddress, of isMeant: @escaping @Sendable (_ adapter: BluetoothAddress) -> Bool) async
    {
        for adapter in await withTaskExecutorPreference(thread, operation: { folder.adapters() }) where isMeant(adapter)
        {
            let before = await pairings(of: adapter)
            var pairings = before
            pairings.forget(device)
            if pairings != before { keep(pairings, of: adapter) }
        }
    }

    /// Keeps which advertisement is under way; nil for none any more.
    func keep(_ advertising: KeptAdvertising?) { write(advertising?.json.text, to: folder.advertising) }

    private func write(_ bytes: [UInt8]?, to file: String) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting[file] = .some(bytes) }
            return waiting.isEmpty
        }
        guard isFirst else { return }
        Task(executorPreference: thread) { [self] in
            while let (file, bytes) = waiting.withLock({ $0.popFirst() }) {
                do throws(Failure) {
                    try folder.write(bytes, to: file)
                    failures.withLock { $0[file] = nil }
                } catch {
                    failures.withLock { $0[file] = error }
                }
            }
        }
    }
}
