import Glibc
import Runtime
import Signals
import Synchronization

/// Keeps the hub's records on the disk. Many are written at once and synced once; only then is anything promised.
final class RelayJournal: Sendable {
    private struct State {
        /// Framed records that are not written yet.
        var waiting: [UInt8] = []
        /// Descriptors of files whose bytes must be on the disk before the records.
        var files: [Int32] = []
        /// The number of the last record in ``waiting``.
        var last = 0
        /// A snapshot that replaces all earlier records; nil for none.
        var replacement: [UInt8]?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let folder: String
    private let waker: Waker
    private let thread = Mutex<LoopThread?>(nil)
    private let durableNumber = Atomic(0)
    private let bytesOnDisk = Atomic(0)
    private let whenDurable: @Sendable () -> Void

    /// Opens the journal in `folder`, which is made when it is not there.
    /// - Parameters:
    ///   - folder: Where it is kept; for this account only.
    ///   - whenDurable: Called on the journal's thread when ``durable`` has grown.
    /// - Throws: `Failure` when the folder cannot be used.
    init(folder: String, whenDurable: @escaping @Sendable () -> Void) throws {
        self.folder = folder
        self.whenDurable = whenDurable
        waker = try Waker()
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure(folder) }
    }

    /// What was kept. A torn end, which was never promised, is cut off.
    /// - Throws: `Failure` when the file cannot be read.
    func open() throws -> [RelayRecord] {
        let path = "\(folder)/journal"
        unlink("\(path).new")
        let bytes = try SystemFile.read(path, limit: 1 << 30) ?? []
        let (records, whole) = RelayJournalFile.records(in: bytes)
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, off_t(whole)) == 0, fsync(descriptor) == 0 else {
            throw Self.failure(path)
        }
        Self.syncFolder(folder)
        bytesOnDisk.store(whole, ordering: .releasing)
        let loop = Loop(descriptor: descriptor, size: off_t(whole))
        let started = try LoopThread { [self] in run(loop) }
        thread.withLock { $0 = started }
        return records
    }

    /// The number of the last record that will survive a power cut.
    var durable: Int { durableNumber.load(ordering: .acquiring) }

    /// Bytes of the file.
    var size: Int { bytesOnDisk.load(ordering: .acquiring) }

    /// Takes records to be written, numbered in order from 1.
    /// - Parameter file: a descriptor whose bytes must be there before the records; it is closed afterwards.
    func append(_ records: [RelayRecord], file: Int32? = nil) {
        var bytes: [UInt8] = []
        for record in records { RelayJournalFile.append(record.bytes, to: &bytes) }
        state.withLock { state in
            state.waiting += bytes
            state.last += records.count
            if let file { state.files.append(file) }
        }
        waker.wake()
    }

    /// Replaces everything that was taken so far by `records`, which say the same in fewer bytes.
    func replace(by records: [RelayRecord]) {
        var bytes: [UInt8] = []
        for record in records { RelayJournalFile.append(record.bytes, to: &bytes) }
        state.withLock { state in
            state.replacement = bytes
            state.waiting = []
        }
        waker.wake()
    }

    /// Writes the waiting records, then ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        waker.wake()
        thread.withLock { thread -> LoopThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private struct Loop: Sendable {
        var descriptor: Int32
        var size: off_t
    }

    private func run(_ loop: Loop) {
        var loop = loop
        defer { close(loop.descriptor) }
        while true {
            let (work, isStopped) = state.withLock { state in
                let work = (state.waiting, state.files, state.last, state.replacement)
                (state.waiting, state.files, state.replacement) = ([], [], nil)
                return (work, state.isStopped)
            }
            for file in work.1 {
                fdatasync(file)
                close(file)
            }
            let isIdle = work.0.isEmpty && work.3 == nil
            if !isIdle, !write(work.0, replacing: work.3, &loop) {
                guard putBack(work.0, work.3) else { return }
                usleep(200_000)
                continue
            }
            if !isIdle {
                durableNumber.store(work.2, ordering: .releasing)
                whenDurable()
                continue
            }
            if isStopped { return }
            waker.wait()
            waker.drain()
        }
    }

    /// A full disk: nothing is promised until there is room.
    private func putBack(_ bytes: [UInt8], _ replacement: [UInt8]?) -> Bool {
        state.withLock { state in
            if state.replacement == nil {
                state.replacement = replacement
                state.waiting = bytes + state.waiting
            }
            return !state.isStopped
        }
    }

    private func write(_ bytes: [UInt8], replacing replacement: [UInt8]?, _ loop: inout Loop) -> Bool {
        if let replacement {
            let path = "\(folder)/journal"
            let descriptor = Glibc.open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return false }
            let whole = replacement + bytes
            guard Self.write(whole, to: descriptor, at: 0), fsync(descriptor) == 0,
                rename("\(path).new", path) == 0
            else {
                close(descriptor)
                return false
            }
            Self.syncFolder(folder)
            close(loop.descriptor)
            loop = Loop(descriptor: descriptor, size: off_t(whole.count))
        } else {
            guard Self.write(bytes, to: loop.descriptor, at: loop.size), fdatasync(loop.descriptor) == 0 else {
                return false
            }
            loop.size += off_t(bytes.count)
        }
        bytesOnDisk.store(Int(loop.size), ordering: .releasing)
        return true
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: off_t) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, offset + off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    private static func syncFolder(_ path: String) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func failure(_ path: String) -> Failure {
        Failure(SystemError(errno, "open", path), "The relay cannot use \(path)", advice: "Use another folder.")
    }
}
