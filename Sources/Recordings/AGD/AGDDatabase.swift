import CSQLite
import Signals

/// An SQLite image in memory, opened so that nothing in it can be run or written.
final class AGDDatabase {
    /// The largest file that is taken into memory: years of 1 s epochs.
    static let limit = 512 << 20
    /// The connection; closed with this object.
    private let handle: OpaquePointer
    /// The bytes that are open, which last as long as this object.
    private let image: UnsafeRawBufferPointer
    /// Bytes that the header promises and the file lacks at its end.
    let missingBytes: Int

    /// Opens the bytes of `file`.
    /// - Throws: `Failure` when it is too large, or no SQLite database.
    init(_ file: RecordingFile) throws {
        guard file.size <= Self.limit else {
            throw Failure(
                .failed, "\(file.name) has \(file.size) bytes; an .agd of more than \(Self.limit) is not read.")
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw Failure(.failed, "SQLite cannot be started: \(String(cString: sqlite3_errstr(code))).")
        }
        handle = opened
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 200)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
        (image, missingBytes) = try Self.load(file, into: handle)
        for pragma in ["trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"] {
            sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
        }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Lends the bytes that are open.
    func withImage<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        defer { withExtendedLifetime(self) {} }
        return try body(image)
    }

    /// The description of the last error.
    var message: String { String(cString: sqlite3_errmsg(handle)) }

    /// Runs `sql` and calls `row` for each row of its result until it returns false.
    /// - Returns: nil at the end, or what SQLite says of the damage that ended it early.
    /// - Throws: errors of `row`; `CancellationError`.
    func each(_ sql: String, _ row: (AGDRow) throws -> Bool) throws -> String? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return message }
        defer { sqlite3_finalize(statement) }
        var rows = 0
        while true {
            if rows & 0xFFF == 0 { try Task.checkCancellation() }
            rows += 1
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if try !row(AGDRow(statement: statement)) { return nil }
            case SQLITE_DONE: return nil
            default: return message
            }
        }
    }

    /// Hands the bytes of `file` to the connection and returns them, and how many are missing at the end.
    private static func load(
        _ file: RecordingFile, into handle: OpaquePointer
    ) throws -> (image: UnsafeRawBufferPointer, missing: Int) {
        guard let image = sqlite3_malloc64(UInt64(max(1, file.size))) else {
            throw Failure(.failed, "There is no memory for the \(file.size) bytes of \(file.name).")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: image, count: file.size)
        let count: Int
        do { count = try file.read(at: 0, into: buffer) } catch {
            sqlite3_free(image)
            throw error
        }
        let missing = mend(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
        let bytes = image.assumingMemoryBound(to: UInt8.self)
        // The image is freed by SQLite, also when this fails.
        guard sqlite3_deserialize(handle, "main", bytes, Int64(count), Int64(file.size), flags) == SQLITE_OK else {
            let why = String(cString: sqlite3_errmsg(handle))
            throw Failure(.failed, "\(file.name) cannot be opened as an SQLite database: \(why).")
        }
        return (UnsafeRawBufferPointer(rebasing: buffer[..<count]), missing)
    }

    /// Changes what in the header keeps SQLite from opening an image that can be read in part.
    /// - Returns: the bytes that the header promises and the image lacks.
    private static func mend(_ image: UnsafeMutableRawBufferPointer) -> Int {
        guard image.count >= 100 else { return 0 }
        // A database left in write-ahead mode cannot be opened from memory; what was checkpointed is in the image.
        if image[18] == 2 { image[18] = 1 }
        if image[19] == 2 { image[19] = 1 }
        // A cut file says that it has more pages than are there; told the truth, SQLite reads those.
        let word = { (offset: Int) in image.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian }
        let size = Int(image.loadUnaligned(fromByteOffset: 16, as: UInt16.self).bigEndian)
        let page = size == 1 ? 65_536 : max(512, size)
        let missing = Int(word(28)) * page - image.count
        guard missing > 0, word(24) == word(92) else { return 0 }
        image.storeBytes(of: UInt32(clamping: image.count / page).bigEndian, toByteOffset: 28, as: UInt32.self)
        return missing
    }
}
