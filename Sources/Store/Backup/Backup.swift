import Documents
import Glibc
import Runtime
package import Signals

/// One backup: the folder of a gateway as it was at one moment, with the hash of each file.
package struct Backup: Sendable {
    /// The path of its folder.
    package let path: String
    /// What it says of itself.
    package let manifest: BackupManifest

    /// Folders and files of a gateway that a backup has beside the database: what people set up, and no work under way.
    static let companions = [
        "token.key", "openid.json", "alert-webhook", "ant-network-key", "bluetooth-keys", "lan", "device-profiles",
        "pat",
    ]

    /// The backup in the folder at `path`, or the newest of those in it.
    /// - Throws: `Failure` with code `notFound` where there is none, or it is of a later Nightjar.
    package init(at path: String) throws(Failure) {
        guard let found = BackupFolder(path).newest(at: .now) else {
            throw Failure(.notFound, "There is no whole backup in \(path).")
        }
        self.path = found
        let bytes = try SystemFile.read("\(found)/\(BackupManifest.name)", limit: 65_536)
        guard let bytes, let manifest = try? FieldReader.answer(BackupManifest.self, bytes) else {
            throw Failure(.failed, "The backup \(found) is damaged: its \(BackupManifest.name) cannot be read.")
        }
        guard manifest.format == 1 else {
            throw Failure(.failed, "The backup \(found) is of a later Nightjar; install that first.")
        }
        self.manifest = manifest
    }

    private init(path: String, manifest: BackupManifest) { (self.path, self.manifest) = (path, manifest) }

    /// Looks through the backup: each file by its hash, and then what the store in it holds.
    /// - Throws: `Failure` when it cannot be read; `CancellationError` when the task was cancelled.
    package func check(progress: @escaping @Sendable (Double) -> Void = { _ in }) throws -> StoreCheck.Report {
        var report = StoreCheck.Report()
        let list = try SystemFile.read("\(path)/\(BackupSums.name)", limit: 16 << 20)
        guard let list, let sums = BackupSums(text: String(decoding: list, as: UTF8.self)) else {
            report.faults.append(.init(part: .file, place: BackupSums.name, text: "the list of hashes is damaged"))
            return report
        }
        let all = max(1, manifest.bytes)
        report.faults = try sums.faults(in: path) { done in
            try Task.checkCancellation()
            progress(0.4 * min(1, Double(done) / all))
        }
        // With other bytes than it had, what it holds says nothing any more.
        guard report.isSound else { return report }
        return try StoreCheck(folder: path) { progress(0.4 + 0.6 * $0) }.run()
    }

    /// Makes a backup of the gateway's folder `data`, also while a gateway runs on it, and looks through it. It has its name
    /// only when it is whole, on the disk and sound.
    /// - Throws: `Failure` when there is no store, it is damaged, or there is no room; `CancellationError` when the task was
    ///   cancelled. Earlier backups are left as they are.
    package static func make(
        of data: String, in folder: BackupFolder, at now: Instant,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Backup {
        let store = StoreFolder(path: data)
        guard store.hasDatabase else { throw Failure(.notFound, "There is no store in \(data).") }
        let lock = try folder.hold()
        defer { lock.release() }
        let name = folder.name(at: now)
        let part = folder.part(name)
        defer { FolderTree.remove(part) }
        let target = StoreFolder(path: part)
        try target.create()
        var manifest = BackupManifest()
        (manifest.nightjar, manifest.made) = (Version.current, now)
        let bytes = try copyDatabase(of: store, to: target) { progress(0.4 * $0) }
        manifest.schema = try describe(target)
        var sums = BackupSums()
        for file in files(of: data) {
            try makeFolders(of: file, in: part)
            sums.sums[file] = HexText.text(try FileCopy.copy("\(data)/\(file)", to: "\(part)/\(file)"))
        }
        let report = try StoreCheck(folder: part) { progress(0.4 + 0.5 * $0) }.run()
        guard let fault = report.faults.first else {
            (manifest.tables, manifest.blocks, manifest.files) = (report.tables, report.blocks, report.files)
            manifest.bytes = Double(bytes)
            try finish(part, manifest, &sums) { progress(0.9 + 0.1 * min(1, Double($0) / Double(max(1, bytes)))) }
            guard rename(part, "\(folder.path)/\(name)") == 0, FolderTree.sync(folder.path) else {
                throw Failure(SystemError(errno, "rename", part), "The backup cannot be put into \(folder.path)")
            }
            progress(1)
            return Backup(path: "\(folder.path)/\(name)", manifest: manifest)
        }
        throw Failure(
            .failed,
            "The store in \(data) is damaged (\(fault.place): \(fault.text)); no backup was made, and earlier ones are left as they "
                + "are. `nightjar check` tells all, and a restart of the gateway saves what is sound.")
    }

    /// The files of a gateway beside its database that belong into a backup.
    static func files(of data: String) -> [String] {
        companions.flatMap { name in
            var status = stat()
            guard lstat("\(data)/\(name)", &status) == 0 else { return [String]() }
            return status.st_mode & S_IFMT == S_IFDIR
                ? FolderTree.files(in: "\(data)/\(name)").map { "\(name)/\($0)" }
                : status.st_mode & S_IFMT == S_IFREG ? [name] : []
        }
    }

    static func makeFolders(of file: String, in folder: String) throws(Failure) {
        guard let end = file.lastIndex(of: "/") else { return }
        try StoreFolder(path: "\(folder)/\(file[..<end])").create()
    }

    /// Copies the database as it is now.
    /// - Returns: its size.
    private static func copyDatabase(
        of store: StoreFolder, to target: StoreFolder, progress: (Double) -> Void
    ) throws -> Int64 {
        do {
            let source = try Connection(path: store.database, access: .reading)
            try source.execute("PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -1024;")
            let size = (try source.integer("PRAGMA page_count") ?? 0) * (try source.integer("PRAGMA page_size") ?? 0)
            if let free = MemoryFolder.freeBytes(at: target.path), free < size {
                throw Failure(
                    .failed,
                    "The backup needs \(size / 1_000_000 + 1) MB and \(free / 1_000_000) MB are free in \(target.path). Free some "
                        + "space; earlier backups are left as they are.", cause: NoSpace())
            }
            try target.createDatabase()
            let copy = try Connection(path: target.database, access: .writing)
            // What breaks off is thrown away whole, so nothing has to be taken back.
            try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1024;")
            let isWhole = try source.copy(to: copy) { part in
                progress(part)
                return !Task.isCancelled
            }
            guard isWhole else { throw CancellationError() }
            return size
        } catch let error as SQLiteError {
            throw error.failure("The store \(store.database) cannot be copied to \(target.path)")
        }
    }

    /// Writes the marker that belongs to a copied database, and makes it one that is read without a log beside it.
    /// - Returns: how many steps its tables have.
    private static func describe(_ target: StoreFolder) throws -> Int {
        do {
            let copy = try Connection(path: target.database, access: .writing)
            try copy.execute("PRAGMA mmap_size = 0; PRAGMA cache_size = -1024; PRAGMA journal_mode = DELETE;")
            let schema = try copy.integer("PRAGMA user_version") ?? 0
            // Before the tables of accounts there was nobody to protect.
            if let identity = try? copy.storeIdentity(), !identity.isEmpty {
                let hasAccounts = try copy.integer("SELECT count(*) FROM account") != 0
                try target.write(
                    StoreMarker(identity: identity, hasAccounts: hasAccounts, generation: try copy.registerGeneration())
                )
            }
            return Int(clamping: schema)
        } catch let error as SQLiteError {
            throw error.failure("The copy \(target.database) cannot be opened")
        }
    }

    /// Puts what was written on the disk, and the list of what is there beside it.
    private static func finish(
        _ part: String, _ manifest: BackupManifest, _ sums: inout BackupSums, progress: (Int64) -> Void
    ) throws {
        for name in ["store.sqlite", "store.identity"] where access("\(part)/\(name)", F_OK) == 0 {
            try StoreFolder(path: part).syncFile(name)
            sums.sums[name] = HexText.text(
                try FileCopy.hash(of: "\(part)/\(name)") { done in
                    try Task.checkCancellation()
                    progress(done)
                })
        }
        let text = String(decoding: manifest.json.bytes + [10], as: UTF8.self)
        sums.sums[BackupManifest.name] = SHA256.hex(of: Array(text.utf8))
        let folder = StoreFolder(path: part)
        try folder.write(text, to: "\(part)/\(BackupManifest.name)")
        try folder.write(sums.text, to: "\(part)/\(BackupSums.name)")
        for name in FolderTree.folders(in: part) where !FolderTree.sync("\(part)/\(name)") {
            throw Failure(SystemError(errno, "fsync", part), "The folder \(part)/\(name) cannot be written")
        }
    }
}

extension StoreFolder {
    /// Puts a file's bytes on the disk.
    func syncFile(_ name: String) throws(Failure) {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(SystemError(errno, "open", path), "\(path)/\(name) cannot be read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw Failure(SystemError(errno, "fsync", path), "\(path)/\(name) cannot be written")
        }
    }
}
