import Glibc
import Runtime
package import Signals

/// Puts a backup into the folder of a gateway. What was there is moved aside within it and never deleted.
package struct Restoring: Sendable {
    /// Where everything is then.
    package let data: String
    /// The backup.
    package let backup: Backup

    /// Puts `backup` into the folder `data`, which need not be there yet.
    package init(_ backup: Backup, to data: String) { (self.backup, self.data) = (backup, data) }

    private var folder: StoreFolder { StoreFolder(path: data) }

    /// Whether there is something that would be moved aside.
    package var hasStore: Bool { folder.hasDatabase || access(folder.markerFile, F_OK) == 0 }

    /// Looks through the backup, copies it beside what is there, and then puts it in its place.
    /// - Parameters:
    ///   - replaces: whether what is there may be moved aside.
    ///   - now: the time, by which that is named.
    ///   - progress: told the part that is done, 0 ... 1.
    /// - Returns: the name of the folder that what was there is in now; nil where nothing was.
    /// - Throws: `Failure` when the backup is not sound, a gateway runs on the folder, something is there that must not be
    ///   moved, or there is no room: nothing is changed then; `CancellationError` when the task was cancelled.
    package func run(
        replaces: Bool, at now: Instant, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> String? {
        guard backup.manifest.schema <= Int(Schema.version) else {
            throw Failure(
                .failed,
                "The backup \(backup.path) is of Nightjar \(backup.manifest.nightjar); install that first. Nothing was changed."
            )
        }
        let report = try backup.check { progress(0.6 * $0) }
        guard report.isSound else {
            let text = report.faults.map { "\($0.place): \($0.text)" }.joined(separator: "; ")
            throw Failure(.failed, "The backup \(backup.path) is damaged (\(text)); nothing was changed.")
        }
        try folder.create()
        let lock = try StoreLock(path: folder.lock)
        defer { lock.release() }
        guard !hasStore || replaces else {
            throw Failure(
                .conflict,
                "There is a store in \(data) already; nothing was changed. With --replace it is moved aside within that folder and "
                    + "the backup takes its place.")
        }
        let part = "\(data)/.restore.part"
        FolderTree.remove(part)
        defer { FolderTree.remove(part) }
        let files = try copy(to: part) { progress(0.6 + 0.3 * $0) }
        try Task.checkCancellation()
        let aside = try moveAside(now)
        try place(files, from: part)
        progress(1)
        return aside
    }

    /// Copies the files of the backup beside their places.
    private func copy(to part: String, progress: (Double) -> Void) throws -> [String] {
        let text = try SystemFile.read("\(backup.path)/\(BackupSums.name)", limit: 16 << 20) ?? []
        guard let sums = BackupSums(text: String(decoding: text, as: UTF8.self)) else {
            throw Failure(.failed, "The list of hashes of \(backup.path) is damaged; nothing was changed.")
        }
        // The marker last: until it is there, a start says that something is amiss.
        let names = sums.sums.keys.filter { $0 != BackupManifest.name }
        let files = names.filter { $0 != "store.identity" }.sorted() + names.filter { $0 == "store.identity" }
        try StoreFolder(path: part).create()
        for file in files {
            try Backup.makeFolders(of: file, in: part)
            let hash = try FileCopy.copy("\(backup.path)/\(file)", to: "\(part)/\(file)") { done in
                try Task.checkCancellation()
                progress(min(1, Double(done) / max(1, backup.manifest.bytes)))
            }
            guard HexText.text(hash) == sums.sums[file] else {
                throw Failure(.failed, "\(file) of \(backup.path) changed while it was read; nothing was changed.")
            }
        }
        for name in FolderTree.folders(in: part) where !FolderTree.sync("\(part)/\(name)") {
            throw Failure(SystemError(errno, "fsync", part), "The folder \(data) cannot be written")
        }
        return files
    }

    /// Moves the database with all that belongs to it, all that a backup may have, and what is on its way to or from people, whose
    /// numbers may be others' in the backup, into a folder within.
    private func moveAside(_ now: Instant) throws(Failure) -> String? {
        var names = [
            "store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.loss", "store.suspect", "store.salvage",
        ]
        names += Backup.companions + ["store.identity", "incoming"]
        names += (FolderTree.names(in: data) ?? []).filter {
            $0 == "relay" || $0.hasPrefix("relay-") && !$0.hasSuffix(".sock")
        }
        names = names.filter { access("\(data)/\($0)", F_OK) == 0 }
        guard !names.isEmpty else { return nil }
        let name = BackupFolder(data).name(at: now, prefix: StoreFolder.replaced)
        try StoreFolder(path: "\(data)/\(name)").create()
        for file in names { try move("\(data)/\(file)", to: "\(data)/\(name)/\(file)") }
        guard folder.sync(), FolderTree.sync("\(data)/\(name)") else {
            throw Failure(SystemError(errno, "fsync", data), "The folder \(data) cannot be written")
        }
        return name
    }

    /// Moves what was copied into its place, for whoever has the folder.
    private func place(_ files: [String], from part: String) throws(Failure) {
        var owner = stat()
        let isKnown = stat(data, &owner) == 0
        var tops: [String] = []
        for file in files {
            if isKnown { _ = lchown("\(part)/\(file)", owner.st_uid, owner.st_gid) }
            let top = String(file.prefix { $0 != "/" })
            if tops.last != top { tops.append(top) }
        }
        for top in tops {
            if isKnown { _ = lchown("\(part)/\(top)", owner.st_uid, owner.st_gid) }
            try move("\(part)/\(top)", to: "\(data)/\(top)")
        }
        guard folder.sync() else {
            throw Failure(SystemError(errno, "fsync", data), "The folder \(data) cannot be written")
        }
    }

    private func move(_ path: String, to place: String) throws(Failure) {
        guard rename(path, place) == 0 else {
            throw Failure(SystemError(errno, "rename", path), "\(path) cannot be moved to \(place)")
        }
    }
}
