import Exports
import Glibc
import Recordings
import Runtime
import Signals
import Store

/// A `.zip` that is made piece by piece: each of its files is made first, on the disk or in memory, and all are packed at the
/// end, so that on the disk none needs to fit in memory. Taken away again unless it is closed.
final class ZipFile {
    /// A file of the archive, for the manifest.
    struct Member {
        var name: String
        var bytes = 0
        var digest = ""
    }

    /// The members, in the order in which they were added.
    private(set) var members: [Member] = []
    private let path: String?
    private let folder: String?
    private let place: ExportBudget.Place
    private var parts: [ExportScratch] = []
    private var hash = SHA256()
    private var isDone = false

    /// Begins an archive at `path`, for its owner alone, or in memory.
    /// - Throws: `Failure` when it cannot be written.
    init(path: String?, in place: ExportBudget.Place) throws {
        (self.path, self.place) = (path, place)
        folder = path.map { $0 + ".parts" }
        if let folder, mkdir(folder, 0o700) != 0 {
            throw Failure(
                .failed, "The archive cannot be begun.", cause: [ENOSPC, EDQUOT].contains(errno) ? NoSpace() : nil)
        }
    }

    deinit {
        parts = []
        if let folder { rmdir(folder) }
        if let path, !isDone { unlink(path) }
    }

    /// Adds a file.
    /// - Throws: `Failure` when there is no room.
    func add(_ file: ExportFile) throws {
        try begin(file.name)
        try write(file.bytes)
        try end()
    }

    /// Begins a file, to be written piece by piece.
    func begin(_ name: String) throws {
        parts.append(try ExportScratch(path: folder.map { "\($0)/\(parts.count)" }, in: place))
        members.append(Member(name: name))
        hash = SHA256()
    }

    /// Adds bytes to the file that was begun.
    func write(_ bytes: [UInt8]) throws {
        try parts[parts.count - 1].write(bytes)
        hash.update(bytes)
        members[members.count - 1].bytes += bytes.count
    }

    /// Ends the file that was begun.
    func end() throws {
        try parts[parts.count - 1].end()
        members[members.count - 1].digest = HexText.text(hash.digest())
    }

    /// Packs everything.
    /// - Throws: `Failure` when there is no room; `CancellationError`.
    func close() throws -> ExportScratch {
        let writer = try ZipWriter(path: path)
        for (member, part) in zip(members, parts) {
            if let file = part.path {
                try writer.add(member.name, fileAt: file)
            } else {
                try writer.add(member.name, part.bytes)
            }
        }
        // Packing writes as much again.
        let bytes = try writer.close { [path, place] in
            do {
                try Task.checkCancellation()
                if path != nil { try place.room.checkDisk() }
                return nil
            } catch { return error }
        }
        if let path {
            chmod(path, 0o600)
            isDone = true
            return ExportScratch(written: path, in: place)
        }
        parts = []
        place.give()
        try place.take(bytes.count)
        return ExportScratch(bytes, in: place)
    }
}
