import CSQLite
import Foundation
import Signals
import Testing

@testable import Store

@Suite("Opening")
struct OpeningTests {
    @Test("makes a folder and files that only the owner can read")
    func modes() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path + "/a/b")
        store.append(Sample.rate(0))
        try await store.flush()
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
        #expect(try mode(folder.path + "/a/b") == 0o700)
        for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.lock"] {
            #expect(try mode(folder.path + "/a/b/" + name) == 0o600, "\(name)")
        }
    }

    @Test("is kept with a write-ahead log, full synchronisation, foreign keys and without memory mapping")
    func pragmas() throws {
        let folder = try TemporaryFolder()
        let place = StoreFolder(path: folder.path)
        try place.create()
        let (writer, _) = try Writer.open(place)
        #expect(try writer.connection.text("PRAGMA journal_mode") == "wal")
        #expect(try writer.connection.integer("PRAGMA synchronous") == 2)
        #expect(try writer.connection.integer("PRAGMA foreign_keys") == 1)
        #expect(try writer.connection.integer("PRAGMA mmap_size") ?? 0 == 0)
        #expect(try writer.connection.integer("PRAGMA cache_size") == -2048)
        let reader = try Connection(path: place.database, access: .reading)
        #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM epoch") }
    }

    @Test("refuses a second gateway and names the process that has the store")
    func lock() throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let failure = #expect(throws: Failure.self) { try Store(folder: folder.path) }
        #expect(failure?.code == .failed)
        #expect(failure?.message.contains("process \(getpid())") == true)
        store.close()
        #expect(throws: Never.self) { try Store(folder: folder.path) }
    }

    @Test("refuses a store of a newer version and leaves it as it is")
    func newer() throws {
        let folder = try TemporaryFolder()
        try Store(folder: folder.path).close()
        do {
            let connection = try Connection(path: folder.database, access: .writing)
            try connection.execute("PRAGMA user_version = 999")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let failure = #expect(throws: Failure.self) { try Store(folder: folder.path) }
        #expect(failure?.message.contains("version 999") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }

    @Test("refuses a database of another program")
    func foreign() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        do {
            let connection = try Connection(path: folder.database, access: .writing)
            try connection.execute("CREATE TABLE letters (text TEXT)")
        }
        let failure = #expect(throws: Failure.self) { try Store(folder: folder.path) }
        #expect(failure?.message.contains("another program") == true)
    }

    @Test("moves a damaged file aside, byte for byte, starts anew and says so", arguments: ["head", "schema"])
    func quarantine(where place: String) async throws {
        let folder = try TemporaryFolder()
        try Store(folder: folder.path).close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let damaged = place == "head" ? 0..<64 : 100..<4096
        bytes.replaceSubrange(damaged, with: Data(repeating: 0xA5, count: damaged.count))
        try bytes.write(to: URL(fileURLWithPath: folder.database))
        let store = try Store(folder: folder.path)
        #expect(store.notices.count == 2 && store.loss != nil)
        let kept = try #require(folder.files.first { $0.hasPrefix("damaged-") && $0.hasSuffix(".sqlite") })
        #expect(store.notices.first?.contains(kept) == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + kept)) == bytes)
        store.append(Sample.rate(0))
        try await store.flush()
        #expect(try store.devices().count == 1)
    }

    @Test("looks at every page when the last gateway met damage")
    func suspicion() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder: folder.path)
            store.append(Sample.epochs(0..<3000), device: Sample.device)
            try await store.flush()
            store.close()
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let last = bytes.count - 4096..<bytes.count
        bytes.replaceSubrange(last, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: folder.database))
        StoreFolder(path: folder.path).markSuspect()
        let store = try Store(folder: folder.path)
        #expect(store.notices.count == 1)
        #expect(!StoreFolder(path: folder.path).isSuspect)
    }
}
