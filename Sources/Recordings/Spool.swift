import Glibc
import Runtime
import Signals

/// A temporary file without a name, filled from front to back: gone when its descriptor is closed, whatever happens.
struct Spool: ~Copyable {
    private var descriptor: Int32
    /// Bytes written so far.
    private(set) var count = 0

    /// An empty spool, in a file without a name in `TMPDIR` or `/tmp`.
    init() throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        descriptor = Glibc.open(folder, temporaryFileFlag | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            // Not every file system can make a nameless file: make one with a name and take that away.
            var template = Array("\(folder)/nightjar-XXXXXX".utf8CString)
            descriptor = mkostemp(&template, O_CLOEXEC)
            if descriptor >= 0 { unlink(template) }
        }
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "mkostemp", folder), "No temporary file can be made in \(folder)")
        }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Writes all of `bytes` at the end.
    /// - Throws: `Failure` when the disk is full or fails.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let written = write(descriptor, start, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                throw Failure(SystemError(errno, "write"), "The temporary copy cannot be written")
            }
            count += written
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// Gives the descriptor to the caller, who closes it.
    consuming func take() -> Int32 {
        let taken = descriptor
        descriptor = -1
        return taken
    }

    /// Everything that can still be read from `source`.
    static func copy(of source: Int32, name: String, limit: Int) throws -> RecordingFile {
        var spool = try Spool()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(source, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure(SystemError(errno, "read", name), "\(name) cannot be read") }
            if count == 0 { break }
            guard count <= limit - spool.count else { throw Failure.tooLarge(name, limit: limit) }
            try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        let size = spool.count
        return RecordingFile(name: name, size: size, descriptor: spool.take())
    }
}

/// `O_TMPFILE`, which is two flags in C and does not come into Swift.
private let temporaryFileFlag: Int32 = 0o20_000_000 | O_DIRECTORY

extension Failure {
    /// An archive or pipe that gives more than is bearable.
    static func tooLarge(_ name: String, limit: Int) -> Failure {
        Failure(
            .failed,
            "\(name) unpacks to more than \(limit >> 20) MiB, far more than a recording of its size does or than there is "
                + "room for: free some space, or unpack it yourself if that is what it holds.")
    }
}
