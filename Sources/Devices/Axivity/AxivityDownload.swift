import Glibc
package import Recordings
import Runtime
import Signals

/// A copy of a recorder's file that survives being interrupted: into `NAME.part`, on from where it broke off, and under
/// its own name only when it is whole.
package struct AxivityDownload: Sendable {
    /// The result of a copy.
    package struct Outcome: Hashable, Sendable {
        /// The path of the copy.
        package var path: String
        /// Bytes of the copy.
        package var bytes: Int
        /// Bytes that an earlier attempt had copied.
        package var resumedAt: Int
    }

    /// The final path; until it is complete the copy is called `part`.
    package let target: String
    private let source: AxivityFile
    private var part: String { "\(target).part" }

    /// A copy of `source` to `target`.
    package init(of source: AxivityFile, to target: String) {
        self.source = source
        self.target = target
    }

    /// The file name for a copy, of the recorder's number and its session.
    package static func name(for header: CWAFileHeader) -> String {
        "\(header.model.lowercased())-\(header.number)-session-\(header.session).cwa"
    }

    /// Copies what is missing. Cancelling leaves the part for the next time.
    /// - Parameter progress: told of bytes copied and bytes in all.
    /// - Throws: `Failure` when the recorder goes away or the disk is full, with how far it came; `CancellationError`.
    package func run(progress: @Sendable (Int, Int) -> Void) throws -> Outcome {
        let input = open(source.path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw broken(at: 0, errno) }
        defer { close(input) }
        // A recorder that went on recording appends to the same file.
        if access(part, F_OK) != 0, access(target, F_OK) == 0 { try takeUp(target) }
        let output = open(part, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw refused(errno) }
        defer { close(output) }
        // A part that an earlier version left could be read by all.
        fchmod(output, 0o600)
        let start = try resumePoint(input, output)
        guard ftruncate(output, off_t(start)) == 0 else { throw refused(errno) }
        try copy(input, output, from: start, progress)
        guard fsync(output) == 0 else { throw refused(errno) }
        guard rename(part, target) == 0 else { throw refused(errno) }
        let folder = open(target.split(separator: "/").count > 1 ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
        return Outcome(path: target, bytes: source.size, resumedAt: start)
    }

    private var parent: String {
        guard let slash = target.lastIndex(of: "/") else { return "." }
        return slash == target.startIndex ? "/" : String(target[..<slash])
    }

    /// A copy of the same recording, finished earlier, is gone on with.
    private func takeUp(_ finished: String) throws {
        guard let copy = try? AxivityFile(path: finished), copy.headerBytes == source.headerBytes,
            copy.size <= source.size
        else {
            throw Failure(
                .failed,
                "\(finished) is another recording, or holds more than the recorder does. Move it, or choose another name "
                    + "with -o.")
        }
        guard rename(finished, part) == 0 else { throw refused(errno) }
    }

    /// Where to go on: behind the blocks of the part that the recorder still has. The header and the last block are read
    /// again from both; a part of another recording is begun anew.
    private func resumePoint(_ input: Int32, _ output: Int32) throws -> Int {
        var status = stat()
        guard fstat(output, &status) == 0 else { throw refused(errno) }
        let whole = min(Int(status.st_size), source.size) / 512 * 512
        guard whole >= CWAFileHeader.size, Int(status.st_size) <= source.size,
            try read(output, at: 0, count: CWAFileHeader.size) == source.headerBytes
        else { return 0 }
        // What was being written when the power went may be torn: the block before the end is compared, and goes.
        let last = max(CWAFileHeader.size, whole - 512)
        guard last > CWAFileHeader.size else { return last }
        guard try read(output, at: last - 512, count: 512) == read(input, at: last - 512, count: 512) else { return 0 }
        return last
    }

    private func copy(
        _ input: Int32, _ output: Int32, from start: Int, _ progress: @Sendable (Int, Int) -> Void
    ) throws {
        var offset = start
        var buffer = [UInt8](repeating: 0, count: 128 * 1024)
        while offset < source.size {
            try Task.checkCancellation()
            let wanted = min(buffer.count, source.size - offset)
            let count = pread(input, &buffer, wanted, off_t(offset))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw broken(at: offset, count == 0 ? EIO : errno) }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes {
                    pwrite(output, $0.baseAddress.map { $0 + written }, count - written, off_t(offset + written))
                }
                if step < 0 && errno == EINTR { continue }
                guard step > 0 else { throw refused(errno) }
                written += step
            }
            offset += count
            progress(offset, source.size)
        }
    }

    private func read(_ descriptor: Int32, at offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = pread(descriptor, &bytes, count, off_t(offset))
        guard done >= 0 else { throw broken(at: offset, errno) }
        return Array(bytes.prefix(done))
    }

    /// The failure for an error while reading from the recorder.
    private func broken(at offset: Int, _ number: Int32) -> Failure {
        Failure(
            .failed,
            "The recorder went away at byte \(offset) of \(source.size) (\(SystemError(number, "pread", source.path).reason)). "
                + "Plug it in again and repeat the command: the copy goes on from there.", cause: AxivityDisconnected())
    }

    /// The failure for an error while writing the copy.
    private func refused(_ number: Int32) -> Failure {
        Failure(
            SystemError(number, "write", part), "\(part) cannot be written",
            advice: "Make room, or choose another place with -o.")
    }
}

/// The recorder was unplugged in the middle of something that can go on later.
package struct AxivityDisconnected: Error {
    /// An error without details.
    package init() {}
}
