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
    func withDescriptor<T>(_ body: (Int32) -> T) -> T { body(descriptor) }

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
