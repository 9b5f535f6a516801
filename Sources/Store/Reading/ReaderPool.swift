import CSQLite
import Runtime
import Signals

/// Read-only connections, opened when needed. One is kept for the next read, without its page cache, so that an idle
/// gateway holds next to nothing.
final class ReaderPool: @unchecked Sendable {
    /// A read connection, as a class so that a pool can hold it.
    private final class Reader {
        let connection: Connection

        init(path: String) throws(SQLiteError) {
            connection = try Connection(path: path, access: .reading)
            try connection.execute(
                "PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -1024; PRAGMA temp_store = MEMORY;")
        }
    }

    private let path: String
    private let latch = Latch()
    // Both protected by `latch`; a reader is used by one thread at a time because it is taken out of here for it.
    private var idle: Reader?
    private var isClosed = false

    /// Called with each read error that means damage.
    private let onDamage: @Sendable (SQLiteError) -> Void
    /// Stands for a slow disk in tests.
    private let beforeRead: (@Sendable () -> Void)?
    let waits = MisplacedWaits()

    init(
        path: String, beforeRead: (@Sendable () -> Void)? = nil,
        onDamage: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) {
        self.path = path
        self.beforeRead = beforeRead
        self.onDamage = onDamage
    }

    /// Runs `body` on a connection, in one transaction: it sees one state of the store throughout.
    /// - Throws: `Failure` when the store cannot be read.
    func read<T>(_ body: (borrowing Connection) throws -> T) throws(Failure) -> T {
        waits.note()
        beforeRead?()
        do {
            let reader = try take() ?? Reader(path: path)
            try reader.connection.execute("BEGIN")
            do {
                let result = try body(reader.connection)
                try reader.connection.execute("COMMIT")
                giveBack(reader)
                return result
            } catch {
                if reader.connection.isInTransaction { try? reader.connection.execute("ROLLBACK") }
                throw error
            }
        } catch let error as SQLiteError {
            guard error.code.meansDamage else { throw error.failure("The store \(path) cannot be read") }
            onDamage(error)
            throw Failure(
                .failed,
                "A part of the store is damaged and cannot be read. Restart the gateway: it moves the file aside and "
                    + "begins a new one with what can be read.", cause: StoreDamaged(error))
        } catch let error as DecodeError {
            onDamage(SQLiteError(code: .corrupt, message: "a block holds no samples"))
            throw Failure(.failed, "The store \(path) holds a damaged block: \(error).", cause: error)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.failed, "The store \(path) cannot be read: \(error)", cause: error)
        }
    }

    /// Closes what is idle; reads under way end by themselves.
    func close() {
        latch.withLock {
            isClosed = true
            idle = nil
        }
    }

    private func take() throws -> Reader? {
        try latch.withLock {
            guard !isClosed else { throw Failure.storeClosed }
            defer { idle = nil }
            return idle
        }
    }

    private func giveBack(_ reader: Reader) {
        sqlite3_db_release_memory(reader.connection.handle)
        latch.withLock { if !isClosed { idle = reader } }
    }
}
