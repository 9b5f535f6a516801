import Glibc
import Runtime
package import Signals

/// That accounts, consents or who wore what may have been lost with a database. Until the owner has said that it may be so, nobody is
/// to be let in who is not at the machine, and nothing is to be recorded.
package struct StoreLoss: Hashable, Sendable {
    /// What happened, in a sentence.
    package var reason: String
    /// When it was noticed.
    package var since: Instant
    /// Whether there were accounts before.
    package var hadAccounts: Bool
}

extension StoreFolder {
    /// Keeps what was lost, so that each later start tells it.
    func note(loss reason: String, at now: Instant) throws(Failure) {
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        try write("\(now.nanoseconds)\n\(line)\n", to: lossFile)
    }

    /// What was lost, in a sentence; nil when nothing was or it was accepted.
    var lossReason: String? {
        let bytes = (try? SystemFile.read(lossFile, limit: 4096)) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        return lines.count > 1 ? String(lines[1]) : nil
    }

    /// The loss that is noted, or that the next start will note: found without changing anything.
    /// - Parameter companions: names of files in the folder that are only made beside a store.
    func foreseenLoss(_ companions: [String]) -> String? {
        if let known = lossReason { return known }
        // First: a gateway that runs changes the database before the marker.
        let marker = (try? self.marker()) ?? nil
        guard hasDatabase else {
            let signs = companions.contains { access("\(path)/\($0)", F_OK) == 0 }
            return marker == nil && !signs ? nil : missing
        }
        guard let marker, let connection = try? Connection(path: database, access: .reading) else { return nil }
        // What cannot be read is damage, and told as that.
        guard let identity = try? connection.storeIdentity(), let generation = try? connection.registerGeneration()
        else { return nil }
        return marker.difference(from: identity, generation)
    }

    /// That there is no database, or one without bytes.
    var missing: String { "The store \(database) is \(access(database, F_OK) == 0 ? "empty" : "missing")." }

    /// The loss that the marker tells of, beside a database that carries the name `identity` and counts `generation`
    /// changes; kept, so that each later start and who looks from outside tell it.
    func loss(
        beside identity: String, generation: Int64, marker: StoreMarker, at now: Instant
    ) throws(Failure) -> StoreLoss? {
        guard marker.difference(from: identity, generation) != nil else {
            unlink(lossFile)
            return nil
        }
        let other = marker.difference(from: identity, generation) ?? ""
        if lossReason == nil { try note(loss: other, at: now) }
        let bytes = (try? SystemFile.read(lossFile, limit: 4096)) ?? nil
        let line = String(decoding: bytes ?? [], as: UTF8.self).prefix { !$0.isNewline }
        let since = Int64(line).map { Instant(nanoseconds: $0) } ?? now
        return StoreLoss(reason: lossReason ?? other, since: since, hadAccounts: marker.hasAccounts)
    }
}

extension StoreMarker {
    /// What tells that the database that carries the name `identity` and counts `generation` changes is not the one that
    /// is meant, or has lost something of it; nil for the one that is meant.
    func difference(from identity: String, _ generation: Int64) -> String? {
        guard self.identity == identity else { return "The store is not the one that was here before." }
        guard self.generation > generation else { return nil }
        return "What was changed last of accounts, consents, names or who wore what is gone from the store: its log "
            + "was lost, or it is an older copy."
    }
}

extension Connection {
    /// The name that the database carries; empty for none.
    borrowing func storeIdentity() throws(SQLiteError) -> String {
        try text("SELECT value FROM access_setting WHERE name = 'store_identity'") ?? ""
    }

    /// How often the registers that protect people were changed.
    borrowing func registerGeneration() throws(SQLiteError) -> Int64 {
        let value = try text("SELECT value FROM access_setting WHERE name = '\(Writer.generationSetting)'")
        return value.flatMap { Int64($0) } ?? 0
    }
}

extension Store {
    /// That accounts, consents or who wore what may have been lost; nil when all is as it was left.
    package var loss: StoreLoss? { integrity.withLock(\.loss) }

    /// Names of damaged databases and logs that were moved aside within the folder and are still there.
    package var setAside: [String] { folder.setAside }

    /// The owner says that what was lost is lost: from now on the store is the one that belongs here.
    /// - Throws: `Failure` with code `conflict` while nobody can sign in who could before, or when it cannot be kept.
    package func acceptLoss() async throws(Failure) {
        guard let loss else { return }
        try await perform { writer in
            let accounts = try writer.connection.integer("SELECT count(*) FROM account") ?? 0
            guard accounts > 0 || !loss.hadAccounts else {
                throw Failure(
                    .conflict,
                    "People could sign in here, and nobody can any more: enter the owner first, with "
                        + "`nightjar account add EMAIL`.")
            }
            try writer.acceptLoss()
        }
        integrity.withLock { $0.loss = nil }
    }
}
