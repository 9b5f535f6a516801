import Signals

extension Writer {
    /// Rows of a dropped source that one transaction deletes; few, so that live data never wait for it.
    private static let portion = 2000

    /// Maintenance work that is left.
    struct Maintenance {
        /// From when on of the monotonic clock; nil when nothing is left.
        var due: UInt64?
        /// Why it cannot be done now; nil when it can.
        var problem: String?
    }

    /// Between two attempts at what failed, in nanoseconds.
    private static let patience: UInt64 = 5_000_000_000

    /// Runs a job outside a transaction.
    func run(_ job: Job) -> Result<Void, any Error> {
        do {
            return .success(try job.body(self))
        } catch {
            return .failure(explain(error))
        }
    }

    /// Tidies up a portion, in a transaction of its own: what fails here takes nothing else with it.
    func tidyUp() -> Maintenance {
        guard hasDropped || isToBeRewritten else { return Maintenance() }
        let now = monotonicNow()
        guard now >= choresDue else { return Maintenance(due: choresDue, problem: choresProblem) }
        do {
            if hasDropped {
                try connection.execute("BEGIN IMMEDIATE")
                _ = try tidy()
                try connection.execute("COMMIT")
                // In memory what was deleted makes room at once: the file is cut where the log is folded into it.
                if !hasDropped, folder.mostBytes != nil { try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
            } else {
                try rewrite()
            }
            choresProblem = nil
            return Maintenance(due: hasDropped || isToBeRewritten ? now : nil)
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            forget()
            choresDue = now + Self.patience
            choresProblem =
                isToBeRewritten
                ? "What was deleted of a person may still stand in the unused space of the store: "
                    + "\(explain(error).message) It is tried again by itself."
                : "What was deleted still takes up space: \(explain(error).message) It is tried again by itself."
            return Maintenance(due: choresDue, problem: choresProblem)
        }
    }

    /// Deletes a portion of what imports that failed or were removed have left behind.
    /// - Returns: whether there is more.
    func tidy() throws(SQLiteError) -> Bool {
        guard hasDropped else { return false }
        hasDropped = try tidyOnce()
        return hasDropped
    }

    private func tidyOnce() throws(SQLiteError) -> Bool {
        if let source = try connection.integer("SELECT id FROM source WHERE state = 2 LIMIT 1") {
            for deletion in Self.deletions {
                let statement = try connection.prepare(deletion)
                statement.bind(1, source)
                statement.bind(2, Self.portion)
                try statement.run()
                if connection.changes > 0 { return true }
            }
            let statement = try connection.prepare("DELETE FROM source WHERE id = ?1")
            statement.bind(1, source)
            try statement.run()
            return true
        }
        let undone = "SELECT id FROM recording WHERE state NOT IN ('importing', 'complete', 'arriving', 'deleted')"
        try connection.execute(
            """
            DELETE FROM recording_chunk WHERE rowid IN (
                SELECT rowid FROM recording_chunk WHERE recording IN (\(undone)) LIMIT 8)
            """)
        if connection.changes > 0 { return true }
        try connection.execute("DELETE FROM recording WHERE state = 'superseded'")
        return false
    }

    /// In the order that references between the tables allow; ?1 is the source, ?2 the most rows.
    static let deletions = [
        """
        DELETE FROM epoch WHERE source = ?1 AND (seconds, start) IN (
            SELECT seconds, start FROM epoch WHERE source = ?1 LIMIT ?2)
        """,
        "DELETE FROM beat WHERE source = ?1 AND time IN (SELECT time FROM beat WHERE source = ?1 LIMIT ?2)",
        "DELETE FROM reading WHERE source = ?1 AND time IN (SELECT time FROM reading WHERE source = ?1 LIMIT ?2)",
        "DELETE FROM night WHERE id IN (SELECT id FROM night WHERE source = ?1 LIMIT ?2)",
        "DELETE FROM loss WHERE id IN (SELECT id FROM loss WHERE source = ?1 LIMIT ?2)",
        """
        DELETE FROM raw_batch WHERE id IN (
            SELECT raw_batch.id FROM raw_batch JOIN stream ON stream.id = stream WHERE source = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM raw_block WHERE id IN (
            SELECT raw_block.id FROM raw_block JOIN stream ON stream.id = stream WHERE source = ?1 LIMIT ?2 / 20)
        """,
        "DELETE FROM stream WHERE source = ?1 AND ?2 > 0",
    ]
}
