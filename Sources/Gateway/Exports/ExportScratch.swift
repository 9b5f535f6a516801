import Glibc
import Runtime
import Signals

/// Bytes of an export before they are packed or sent: in a file that is removed with this object, or in memory.
final class ExportScratch: @unchecked Sendable {  // Written by one task, before anybody else has it.
    /// The path of the file; nil while it is in memory.
    let path: String?
    /// The contents while it is in memory.
    private(set) var bytes: [UInt8] = []
    private let place: ExportBudget.Place
    private var descriptor: Int32 = -1
    /// Bytes that may be written before free space is checked again.
    private var unlooked = 0

    /// Begins a file, for its owner alone.
    /// - Throws: `Failure` when it cannot be written, with the cause `NoSpace` where that is for want of room.
    init(path: String?, in place: ExportBudget.Place) throws {
        (self.path, self.place) = (path, place)
        guard let path else { return }
        try place.room.checkDisk()
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
    }

    /// Takes over a file that has been written.
    init(written path: String, in place: ExportBudget.Place) { (self.path, self.place) = (path, place) }

    /// Takes over bytes that are charged to the place.
    init(_ bytes: [UInt8], in place: ExportBudget.Place) { (path, self.place, self.bytes) = (nil, place, bytes) }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if let path { unlink(path) }
    }

    /// Adds bytes.
    /// - Throws: `Failure` when there is no room; `CancellationError`.
    func write(_ piece: [UInt8]) throws {
        try Task.checkCancellation()
        guard path != nil else {
            try place.take(piece.count)
            bytes += piece
            return
        }
        unlooked += piece.count
        if unlooked >= ExportBudget.step {
            try place.room.checkDisk()
            unlooked = 0
        }
        var done = 0
        while done < piece.count {
            let count = piece.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }

    /// Ends it.
    /// - Throws: `Failure` when it could not be written.
    func end() throws {
        guard descriptor >= 0 else { return }
        let code = close(descriptor)
        descriptor = -1
        guard code == 0 else { throw failure() }
    }

    private func failure() -> Failure {
        Failure(SystemError(errno, "write"), "An export cannot be written", as: .failed)
    }
}
