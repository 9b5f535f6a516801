import Glibc
import Runtime
import Signals

/// The folder that holds a store: `store.sqlite` with its write-ahead log, and `store.lock`.
struct StoreFolder: Sendable {
    let path: String
    /// The most bytes that the database may have; nil where the disk decides.
    var mostBytes: Int64?

    /// The database file.
    var database: String { path + "/store.sqlite" }
    /// The lock file.
    var lock: String { path + "/store.lock" }
    /// Left behind by a running gateway that met damage, so that the next start looks at every page.
    var suspicion: String { path + "/store.suspect" }

    /// Makes the folder for the owner alone (0700), with its parents, where it is not there yet.
    func create() throws(Failure) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw Failure(SystemError(errno, "mkdir", made), "The folder \(made) cannot be made")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(.failed, "\(path) is not a folder. Choose another one with --data.")
        }
    }

    /// Makes an empty database file for the owner alone (0600); SQLite gives the log beside it the same mode.
    func createDatabase() throws(Failure) {
        let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "open", database), "The store \(database) cannot be opened")
        }
        close(descriptor)
    }

    /// Moves a damaged database with its log aside, to a name with the time `now` in it; nothing is deleted.
    /// - Returns: the new path of the database file.
    func quarantine(now: Instant) throws(Failure) -> String {
        let stamp = CivilTime(nanoseconds: now.nanoseconds).description.map { "-T:.".contains($0) ? "" : String($0) }
        let kept = path + "/damaged-" + stamp.joined() + ".sqlite"
        for suffix in ["", "-wal", "-shm"] where access(database + suffix, F_OK) == 0 {
            guard rename(database + suffix, kept + suffix) == 0 else {
                throw Failure(
                    SystemError(errno, "rename", database), "The damaged store \(database) cannot be moved aside")
            }
        }
        unlink(suspicion)
        sync()
        return kept
    }

    /// Tells from which file that was moved aside a new database is being made.
    private var salvageFile: String { path + "/store.salvage" }

    /// Notes that a new database is being made of what can be read of the one at `kept`: until that is done the new one holds
    /// nothing else.
    func noteSalvage(of kept: String, because reason: String) throws(Failure) {
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        try write("\(kept)\n\(line)\n", to: salvageFile)
    }

    /// The file that a new database was being made of when the program ended, and why; nil where none was.
    var unfinishedSalvage: (path: String, reason: String)? {
        let bytes = (try? SystemFile.read(salvageFile, limit: 65_536)) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        guard lines.count > 1, access(String(lines[0]), F_OK) == 0 else { return nil }
        return (String(lines[0]), String(lines[1]))
    }

    /// Notes that the new database is all that there will be.
    func endSalvage() { unlink(salvageFile) }

    /// Removes the database with its log.
    func removeDatabase() { for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) } }

    /// How the folders begin in which a restored backup left what was there before.
    static let replaced = "before-restore-"

    /// Names of the files that ``quarantine(now:)`` moved aside, and of the folders that a restored backup left, that are still
    /// there, in order.
    var setAside: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("damaged-"), name.contains(".sqlite") { names.append(name) }
            if name.hasPrefix(Self.replaced) { names.append(name) }
        }
        return names.sorted()
    }

    /// Leaves a mark that the database needs a whole check at the next start.
    func markSuspect() {
        let descriptor = open(suspicion, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the last run met damage.
    var isSuspect: Bool { access(suspicion, F_OK) == 0 }

    /// Removes the mark of ``markSuspect()``.
    func clearSuspicion() { unlink(suspicion) }
}

extension Instant {
    /// The present time.
    static var now: Instant { WallClock().now }
}
