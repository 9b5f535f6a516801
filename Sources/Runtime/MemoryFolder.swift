import CLinux
import Glibc
package import Signals
import Synchronization

/// A folder in memory (tmpfs) for this process alone, removed with everything in it. Nothing in it reaches a disk, unless
/// the system swaps memory out.
///
/// To the kernel it is a folder as any other, with files, locks and shared memory maps.
package final class MemoryFolder: Sendable {
    private static let prefix = "nightjar-ephemeral-"

    /// The path of the folder.
    package let path: String
    /// The most bytes that are to be in it.
    package let limit: Int64
    /// The folder, locked: an unlocked one is nobody's any more.
    private let descriptor: Int32
    private let watcher = Mutex<(process: pid_t, pipe: Int32)?>(nil)
    private let isRemoved = Atomic(false)
    /// The folder that temporary files of this process are made in; nil for that of `TMPDIR`.
    private static let temporary = Mutex<Weak?>(nil)

    /// Makes a folder below /dev/shm or `XDG_RUNTIME_DIR`, whichever is in memory, for its owner alone (0700), and removes
    /// those that processes which are gone have left there.
    /// - Parameters:
    ///   - limit: the most bytes that are to be in it; nil for a quarter of the machine's memory, or `least`
    ///     where that is more. Never more than is free.
    ///   - least: bytes that must be free.
    ///   - bases: the folders to look at, instead.
    /// - Throws: `Failure` where there is no memory for it.
    package init(limit: Int64? = nil, least: Int64 = 16 << 20, bases: [String]? = nil) throws(Failure) {
        let bases = bases ?? ["/dev/shm"] + [PersonalFolder.environment("XDG_RUNTIME_DIR")].compactMap { $0 }
        for base in bases where Self.isInMemory(base) {
            Self.sweep(base)
            guard let free = Self.freeBytes(at: base), free >= least,
                let (path, descriptor) = Self.make(in: base)
            else { continue }
            (self.path, self.descriptor) = (path, descriptor)
            let memory = Int64(sysconf(Int32(_SC_PHYS_PAGES))) &* Int64(sysconf(Int32(_SC_PAGESIZE)))
            self.limit = min(limit ?? max(memory / 4, least), free)
            return
        }
        throw Failure(
            .failed,
            "There is no folder in memory with \(least / 1_000_000) MB free at \(bases.joined(separator: " or ")). Mount one "
                + "(sudo mount -t tmpfs tmpfs /dev/shm; docker run --shm-size), or free some memory.")
    }

    deinit { remove() }

    /// Whether a folder is on a file system in memory.
    package static func isInMemory(_ path: String) -> Bool { nj_is_in_memory(path) }

    /// Bytes that may still be written, by the limit and by what is free.
    package var freeBytes: Int64? {
        let left = max(0, limit - FolderTree.bytes(in: path) - namelessBytes)
        return min(left, Self.freeBytes(at: path) ?? left)
    }

    /// Bytes that are free for temporary files; nil when that cannot be told.
    package static var freeForTemporaryFiles: Int64? {
        if let folder = temporary.withLock({ $0?.folder }) { return folder.freeBytes }
        return freeBytes(at: PersonalFolder.environment("TMPDIR") ?? "/tmp")
    }

    /// Bytes of the files on the folder's file system that this process has open and that have no name (any more).
    private var namelessBytes: Int64 {
        var own = stat()
        guard fstat(descriptor, &own) == 0, let stream = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(stream) }
        var files: [ino_t: Int64] = [:]
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard let number = Int32(name), fstat(number, &status) == 0, status.st_dev == own.st_dev,
                status.st_nlink == 0
            else { continue }
            files[status.st_ino] = Int64(status.st_blocks) &* 512
        }
        return files.values.reduce(0, &+)
    }

    /// Bytes that a program without privileges may still write to the file system of a folder; nil when that cannot be told.
    package static func freeBytes(at folder: String) -> Int64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: status.f_frsize))
        return overflow ? .max : bytes
    }

    /// Has a small process of its own remove the folder as soon as this one is gone, were it by `kill -9`. Without a shell
    /// the next folder that is made removes it.
    func removeWithProcess() {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        for output: Int32 in 1...2 { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID: Control-C is for the gateway, which then removes the folder itself.
        posix_spawnattr_setflags(&attributes, 0x80)
        let script = #"trap "" HUP INT TERM; read -r line; rm -rf -- "$1""#
        let arguments = ["/bin/sh", "-c", script, "sh", path]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
        close(ends[0])
        guard code == 0 else { return _ = close(ends[1]) }
        watcher.withLock { $0 = (process, ends[1]) }
    }

    /// Makes the process write nothing beside the folder by itself: temporary files are made in it, and a crash leaves no copy
    /// of the memory. The folder is gone with the process. To be called before other threads look at the environment.
    package func confineProcess() {
        setenv("TMPDIR", path, 1)
        Self.temporary.withLock { $0 = Weak(folder: self) }
        nj_forbid_core_dumps()
        removeWithProcess()
    }

    /// Removes the folder with everything in it. May be called twice.
    package func remove() {
        guard !isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
        FolderTree.remove(path)
        close(descriptor)
        guard let watcher = watcher.withLock({ $0 }) else { return }
        close(watcher.pipe)
        while waitpid(watcher.process, nil, 0) < 0, errno == EINTR {}
    }

    private static func make(in base: String) -> (path: String, descriptor: Int32)? {
        for _ in 0..<3 {
            var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let descriptor = locked(path) { return (path, descriptor) }
        }
        return nil
    }

    /// The folder, open and locked; nil where another process has it, or has just removed it.
    private static func locked(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0,
            status.st_uid == geteuid()
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func sweep(_ base: String) {
        guard let stream = opendir(base) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(prefix), let descriptor = locked("\(base)/\(name)") else { continue }
            FolderTree.remove("\(base)/\(name)")
            close(descriptor)
        }
    }
}

/// A folder as long as it is somebody's.
private struct Weak: Sendable {
    weak let folder: MemoryFolder?
}
