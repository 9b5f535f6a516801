import Glibc
import Runtime
public import Signals

/// That accounts or consents may have been lost with a database. Until the owner has said that it may be so, nobody is
/// to be let in who is not at the machine, and nothing is to be recorded.
public struct StoreLoss: Hashable, Sendable {
    /// What happened, in a sentence.
    public var reason: String
    /// When it was noticed.
    public var since: Instant
    /// Whether people could sign in before.
    public var hadAccounts: Bool
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

    /// The loss that the marker tells of, beside a database that carries the name `identity` and counts `generation`
    /// changes; kept, so that each later start and who looks from outside tell it.
    func loss(
        beside identity: String, generation: Int64, marker: StoreMarker, at now: Instant
    ) throws(Failure) -> StoreLoss? {
        guard marker.identity != identity || marker.generation > generation else {
            unlink(lossFile)
            return nil
        }
        let other =
            marker.identity == identity
            ? "What was changed last of accounts or consents is gone from the store: its log was lost, or it is an older copy."
            : "The store is not the one that was here before."
        if lossReason == nil { try note(loss: other, at: now) }
        let bytes = (try? SystemFile.read(lossFile, limit: 4096)) ?? nil
        let line = String(decoding: bytes ?? [], as: UTF8.self).prefix { !$0.isNewline }
        let since = Int64(line).map { Instant(nanoseconds: $0) } ?? now
        return StoreLoss(reason: lossReason ?? other, since: since, hadAccounts: marker.hasAccounts)
    }
}

extension Store {
    /// That accounts or consents may have been lost; nil when all is as it was left.
    public var loss: StoreLoss? { standing.withLock(\.loss) }

    /// Names of damaged databases and logs that were moved aside within the folder and are still there.
    public var setAside: [String] { folder.setAside }

    /// The owner says that what was lost is lost: from now on the store is the one that belongs here.
    /// - Throws: `Failure` with code `conflict` while nobody can sign in who could before, or when it cannot be kept.
    public func acceptLoss() throws(Failure) {
        guard let loss else { return }
        try perform { writer in
            let accounts = try writer.connection.integer("SELECT count(*) FROM account") ?? 0
            guard accounts > 0 || !loss.hadAccounts else {
                throw Failure(
                    .conflict,
                    "People could sign in here, and nobody can any more: enter the owner first, with "
                        + "`nightjar account add EMAIL`.")
            }
            try writer.acceptLoss()
        }
        standing.withLock { $0.loss = nil }
    }
}
