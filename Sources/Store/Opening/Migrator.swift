import Signals

/// Brings a file's tables to this program's version.
enum Migrator {
    /// Runs the steps that the file lacks, each with its new version in one transaction.
    /// - Throws: `Failure` for a file of another program or of a newer Nightjar; `SQLiteError` from below.
    static func migrate(_ connection: borrowing Connection, to steps: [String] = Schema.migrations) throws {
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
        guard application == Schema.applicationID || isEmpty else {
            throw Failure(.failed, "The file in the store's place belongs to another program. Choose another folder.")
        }
        guard version <= Int64(steps.count) else {
            throw Failure(
                .failed,
                "The store is of version \(version) and this program knows versions up to \(steps.count). "
                    + "Install a newer Nightjar; nothing was changed.")
        }
        for (index, step) in steps.enumerated() where index >= version {
            try connection.execute("BEGIN IMMEDIATE")
            do {
                try connection.execute(step)
                // A pragma takes no parameters; both are numbers of ours.
                try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
                try connection.execute("PRAGMA user_version = \(index + 1)")
                try connection.execute("COMMIT")
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }
}
