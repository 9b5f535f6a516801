import Glibc
import Runtime
import Signals

/// What stands beside the database once people or refusals are kept in it: the name of that database, so that another
/// one in its place, or none, is known for a loss and not for a fresh start.
struct StoreMarker: Hashable, Sendable {
    /// The name that the database carries inside; no database carries the empty one.
    var identity: String
    /// Whether there is an account.
    var hasAccounts: Bool
    /// How often the registers that protect people had been changed when it was written; a database that counts fewer
    /// has lost some of that. 0 where an earlier Nightjar wrote the marker.
    var generation: Int64 = 0

    /// Read from what ``text`` wrote; text of any other kind names no database.
    init(text: String) {
        var fields: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { fields[words[0]] = words[1] }
        }
        identity = fields["store"].map(String.init) ?? ""
        hasAccounts = fields["accounts"] == "yes"
        generation = fields["generation"].flatMap { Int64($0) } ?? 0
    }

    init(identity: String, hasAccounts: Bool, generation: Int64 = 0) {
        self.identity = identity
        self.hasAccounts = hasAccounts
        self.generation = generation
    }

    /// The marker of a database of which nothing is known but that it was there.
    static let unknown = StoreMarker(identity: "", hasAccounts: false)

    var text: String { "store \(identity)\naccounts \(hasAccounts ? "yes" : "no")\ngeneration \(generation)\n" }
}

extension StoreFolder {
    /// The file of the marker.
    var markerFile: String { path + "/store.identity" }
    /// The file that says what was lost, until the owner has said that it may be so.
    var lossFile: String { path + "/store.loss" }

    /// The marker; nil when there is none.
    /// - Throws: `Failure` when it cannot be read: what it says must be known before anything is served.
    func marker() throws(Failure) -> StoreMarker? {
        try SystemFile.read(markerFile, limit: 4096).map { StoreMarker(text: String(decoding: $0, as: UTF8.self)) }
    }

    /// Puts the marker on disk.
    func write(_ marker: StoreMarker) throws(Failure) { try write(marker.text, to: markerFile) }

    /// Puts the bytes of the next marker on disk, beside the one that counts.
    func prepare(_ marker: StoreMarker) throws(Failure) { try prepare(marker.text, for: markerFile) }

    /// Makes the marker that was prepared the one that counts, also after a power cut.
    func publishMarker() throws(Failure) { try publish(markerFile) }

    /// Whether the database file is not empty.
    var hasDatabase: Bool {
        var status = stat()
        return stat(database, &status) == 0 && status.st_size > 0
    }

    /// Replaces a small file so that after a power cut either the old or the new text is there.
    func write(_ text: String, to file: String) throws(Failure) {
        try prepare(text, for: file)
        try publish(file)
    }

    private func prepare(_ text: String, for file: String) throws(Failure) {
        let new = file + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(SystemError(errno, "open", new), "The file \(new) cannot be made") }
        let bytes = Array(text.utf8)
        let isWritten =
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
            && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw Failure(SystemError(code, "write", new), "The file \(new) cannot be written") }
    }

    private func publish(_ file: String) throws(Failure) {
        guard rename(file + ".new", file) == 0, sync() else {
            throw Failure(SystemError(errno, "rename", file), "The file \(file) cannot be written")
        }
    }

    /// Puts what was made, renamed and removed in the folder on disk.
    @discardableResult
    func sync() -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        let isDone = fsync(folder) == 0
        let code = errno
        close(folder)
        errno = code
        return isDone
    }
}
