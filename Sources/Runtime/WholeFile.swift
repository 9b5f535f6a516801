import Glibc
public import Signals

/// A file that is written beside its place and then moved there, so that it is there whole or not at all. Nobody but its
/// owner can read it, also where a file that others could read stood before.
public final class WholeFile: @unchecked Sendable {  // Used by one task.
    private let path: String
    private let part: String
    private let isDevice: Bool
    private var descriptor: Int32

    /// Begins the file; its folder must be there.
    /// - Parameters:
    ///   - path: where it will be.
    ///   - mode: who may read and write it; by default its owner alone.
    /// - Throws: `Failure` when it cannot be written, or `path` is a folder.
    public init(_ path: String, mode: UInt32 = 0o600) throws(Failure) {
        var status = stat()
        // A pipe or a terminal is written to as it is: moving a file onto /dev/null would take it from everybody.
        isDevice = stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        self.path = path
        part = "\(path).part"
        if isDevice {
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // What somebody else put there, a link perhaps, is not written through.
            unlink(part)
            descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            if descriptor >= 0 { fchmod(descriptor, mode) }
        }
        guard descriptor >= 0 else { throw failure("open") }
    }

    /// Writes further bytes.
    /// - Throws: `Failure` when the disk is full or fails.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write") }
            done += count
        }
    }

    /// Writes further bytes.
    /// - Throws: `Failure` when the disk is full or fails.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        let result: Result<Void, Failure> = bytes.withUnsafeBytes { bytes in
            do throws(Failure) { return .success(try write(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Puts the file into its place; without this it is gone with this object.
    /// - Throws: `Failure` when it is not safely on the disk.
    public func finish() throws(Failure) {
        let isSynced = isDevice || fsync(descriptor) == 0
        let isClosed = close(descriptor) == 0
        descriptor = -1
        guard isSynced, isClosed, isDevice || rename(part, path) == 0 else {
            let error = failure(!isSynced ? "fsync" : !isClosed ? "close" : "rename")
            if !isDevice { unlink(part) }
            throw error
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isDevice { unlink(part) }
    }

    private func failure(_ call: String) -> Failure {
        Failure(SystemError(errno, call, path), "\(path) cannot be written")
    }
}
