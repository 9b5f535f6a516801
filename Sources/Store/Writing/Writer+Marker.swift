import Glibc
import Signals

/// How the marker beside the database keeps up with it. The bytes of the next marker are on disk before a transaction
/// is committed, and take the place of the last one after it and before anybody hears that it is done: a crash on the
/// way leaves a database that counts more than its marker, which is no loss; whatever was answered is counted in both.
extension Writer {
    static let generationSetting = "register_generation"

    /// How often the registers that protect people were changed.
    func generation() throws(SQLiteError) -> Int64 { try connection.registerGeneration() }

    /// Counts a change of who may come in, of what they refuse or of whose data is whose, in the transaction that is open.
    func countChange() throws(SQLiteError) {
        try outdateDays()
        // A database that is not the one which the marker means must not catch up with it.
        guard !isLost else { return }
        try count(from: try generation())
    }

    /// From now on this database is the one that belongs here, in the transaction that is open.
    func acceptLoss() throws {
        let marked = try folder.marker()?.generation ?? 0
        try count(from: max(marked, try generation()))
        isAccepting = true
    }

    private func count(from generation: Int64) throws(SQLiteError) {
        let keep = try connection.prepare(
            "INSERT OR REPLACE INTO access_setting VALUES ('\(Self.generationSetting)', ?1)")
        keep.bind(1, "\(min(max(generation, 0), .max - 1) + 1)")
        try keep.run()
        isCounted = true
    }

    /// Before the commit: puts the bytes of the marker on disk where a change was counted.
    func prepareMarker() throws {
        guard isCounted, !isLost || isAccepting else { return }
        let hasAccounts = try hasAccounts()
        guard try isMarked || hasAccounts || isAccepting || protectsAnything() else { return }
        let marker = StoreMarker(identity: identity, hasAccounts: hasAccounts, generation: try generation())
        isPrepared = false
        try folder.prepare(marker)
        isPrepared = true
    }

    /// After the commit, also of a later one where it failed: makes the marker that was prepared the one that counts.
    func publishMarker() throws {
        isCounted = false
        guard isPrepared else { return }
        try folder.publishMarker()
        (isPrepared, isMarked) = (false, true)
        guard isAccepting else { return }
        (isAccepting, isLost) = (false, false)
        unlink(folder.lossFile)
    }

    /// Clears the counts after a rollback.
    func forgetMarker() { (isCounted, isPrepared, isAccepting) = (false, false, false) }

    func hasAccounts() throws(SQLiteError) -> Bool { try connection.integer("SELECT count(*) FROM account") != 0 }

    /// Whether anything is refused, or it was said who wore what.
    func protectsAnything() throws(SQLiteError) -> Bool {
        try connection.integer(
            "SELECT EXISTS (SELECT 1 FROM stream_refusal) OR EXISTS (SELECT 1 FROM wearing)") != 0
    }
}
