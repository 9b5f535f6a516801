import Glibc
import Runtime
public import Signals

/// The bytes of a recording, read by offset: a file on disk, or what a `.gz` or one-file `.zip` unpacks to.
///
/// Nothing is mapped into memory and nothing is read ahead, so a recording of any length costs the same.
public final class RecordingFile: Sendable {
    /// The name, without folder and without `.gz` or `.zip`.
    public let name: String
    /// Bytes in the file.
    public let size: Int
    /// What was lost on the way in: an archive that ends early, for example.
    public let losses: [Loss]
    /// Whether these are not the bytes of the file that was opened but what was in it.
    public let isUnpacked: Bool
    private let descriptor: Int32

    /// Takes over an open descriptor, which must allow reads by offset.
    init(name: String, size: Int, descriptor: Int32, losses: [Loss] = [], isUnpacked: Bool = false) {
        self.name = name
        self.size = size
        self.descriptor = descriptor
        self.losses = losses
        self.isUnpacked = isUnpacked
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Lends the file descriptor; it stays open.
    private func withDescriptor<T>(_ body: (Int32) -> T) -> T { body(descriptor) }

    /// Fills `buffer` from byte `offset` on and returns how many bytes there were; fewer only at the end of the file.
    /// - Throws: `Failure` when the disk fails.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var done = 0
        while done < buffer.count, let target = buffer.baseAddress {
            let count = pread(descriptor, target + done, buffer.count - done, off_t(offset + done))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(
                    SystemError(errno, "pread", name), "\(name) cannot be read at byte \(offset + done)")
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// The first `count` bytes, or fewer when the file is shorter.
    public func head(_ count: Int) throws -> [UInt8] { try bytes(at: 0, count: count) }

    /// `count` bytes from `offset` on, or fewer when the file ends before.
    public func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        let wanted = max(0, min(count, size - offset))
        var failure: (any Error)?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            do { filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension RecordingFile {
    /// The most bytes that an archive or a pipe may unpack to: ten weeks of 100 Hz in six axes, and no more than a
    /// disk can bear when someone hands in an archive that was made to burst.
    public static let unpackLimit = 8 << 30

    /// Opens a recording: a plain file, a `.gz`, a `.zip` with one file in it, or standard input for `-`.
    /// Archives are known by their content; a zip with several files is left as it is, because some recorders'
    /// own files are such.
    /// - Parameters:
    ///   - path: the file, or `-`.
    ///   - limit: the most bytes that an archive may unpack to.
    /// - Throws: `Failure` when there is no such file, it may not be read, is a folder or empty, or cannot be unpacked.
    public static func open(path: String, unpackLimit limit: Int = unpackLimit) throws -> RecordingFile {
        let input = try path == "-" ? Spool.copy(of: 0, name: "standard input", limit: limit) : plain(path, limit)
        guard input.size > 0 else {
            throw Failure(.failed, "\(input.name) is empty (0 bytes): copy it from the recorder again.")
        }
        let head = try input.head(4)
        let limit = UnpackBudget.limit(packed: input.size, limit: limit, free: UnpackBudget.freeBytes)
        if head.starts(with: [0x1F, 0x8B]) { return try Gzip.unpack(input, limit: limit) }
        if head == [0x50, 0x4B, 3, 4], let inner = try ZipArchive.unpackOnlyEntry(of: input, limit: limit) {
            return inner
        }
        return input
    }

    /// A recording whose bytes are at hand, for uploads and tests.
    /// - Throws: `Failure` when there is no room for a temporary file.
    public convenience init(name: String, bytes: [UInt8]) throws {
        var spool = try Spool()
        try bytes.withUnsafeBytes { try spool.append($0) }
        self.init(name: name, size: bytes.count, descriptor: spool.take())
    }

    /// Another descriptor of the same bytes, for libraries that want one of their own.
    func duplicateDescriptor() throws -> Int32 {
        let copy = withDescriptor { dup($0) }
        guard copy >= 0 else {
            throw Failure(SystemError(errno, "open", name), "\(name) cannot be opened a second time")
        }
        return copy
    }

    private static func plain(_ path: String, _ limit: Int) throws -> RecordingFile {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(opening: path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            Glibc.close(descriptor)
            throw failure(opening: path, number)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return RecordingFile(name: name, size: Int(status.st_size), descriptor: descriptor)
        case S_IFDIR:
            Glibc.close(descriptor)
            throw Failure(.failed, "\(path) is a folder: name one recording in it.")
        default:
            defer { Glibc.close(descriptor) }
            return try Spool.copy(of: descriptor, name: name, limit: limit)
        }
    }

    private static func failure(opening path: String, _ number: Int32) -> Failure {
        switch number {
        case ENOENT, ENOTDIR:
            Failure(.notFound, "There is no file \(path): check the name and the folder.")
        case EACCES, EPERM:
            Failure(.notPermitted, "\(path) may not be read by this user: change its permissions or its owner.")
        default:
            Failure(SystemError(number, "open", path), "\(path) cannot be opened")
        }
    }
}
