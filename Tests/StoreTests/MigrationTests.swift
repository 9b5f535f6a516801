import Foundation
import Signals
import Testing

@testable import Store

@Suite("Migrations")
struct MigrationTests {
    /// The tables of a file as SQL.
    private func schema(_ path: String) throws -> String? {
        let connection = try Connection(path: path, access: .reading)
        return try connection.text(
            "SELECT group_concat(sql, ';' || char(10)) FROM (SELECT sql FROM sqlite_schema ORDER BY name)")
    }

    @Test("brings a file of every earlier version to this one, with what it held", arguments: 0..<Int(Schema.version))
    func earlier(version: Int) async throws {
        let folder = try TemporaryFolder()
        let fresh = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        do {
            let connection = try Connection(path: folder.database, access: .writing)
            try Migrator.migrate(connection, to: Array(Schema.migrations.prefix(version)))
            #expect(try connection.integer("PRAGMA user_version") == Int64(version))
            if version >= 1 {
                try connection.execute(
                    """
                    INSERT INTO device (id, name, maker, model, serial, firmware, synthetic, first_seen, last_seen)
                        VALUES (1, 'acme-1', 'Acme', '', '1', '', 0, 5, 6);
                    INSERT INTO source VALUES (1, 1, NULL, 0);
                    INSERT INTO epoch VALUES (1, 30, \(Sample.origin.nanoseconds), 1500, 0.25, 0.5, 12, NULL, NULL);
                    """)
            }
        }
        try Store(folder: fresh.path).close()
        let store = try Store(folder: folder.path)
        #expect(store.notices.isEmpty)
        let epochs = try store.epochs(
            of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(1))
        #expect(epochs.map(\.motion?.enmo) == (version >= 1 ? [0.25] : []))
        store.close()
        #expect(try schema(folder.database) == schema(fresh.database))
        let connection = try Connection(path: folder.database, access: .reading)
        #expect(try connection.integer("PRAGMA user_version") == Schema.version)
    }

    @Test("finds texts that were taken in before their words had a column of their own")
    func passages() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let before = try #require(Schema.migrations.firstIndex(of: Schema.passageWords))
        do {
            let connection = try Connection(path: folder.database, access: .writing)
            try Migrator.migrate(connection, to: Array(Schema.migrations.prefix(before)))
            try connection.execute(
                """
                INSERT INTO document VALUES (1, 4, 'sea', 'Sea', 'en', 20, NULL, '', 5);
                INSERT INTO passage (text, person, document, position) VALUES ('The whale breathes.', 4, 1, 7);
                """)
        }
        let store = try Store(folder: folder.path)
        let found = try store.passages(with: ["whales"], of: 4, language: "EN", limit: 3)
        #expect(found.map(\.text) == ["The whale breathes."] && found.map(\.position) == [7])
        #expect(try store.passages(with: ["whales"], of: 4, language: "e", limit: 3).isEmpty)
        store.close()
    }

    @Test("leaves a file as it was when a step fails")
    func failing() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let connection = try Connection(path: folder.database, access: .writing)
        try Migrator.migrate(connection)
        let before = try schema(folder.database)
        #expect(throws: SQLiteError.self) {
            try Migrator.migrate(connection, to: Schema.migrations + ["CREATE TABLE new (a); CREATE TABLE device (a)"])
        }
        #expect(try schema(folder.database) == before)
        #expect(try connection.integer("PRAGMA user_version") == Schema.version)
        let isOpen = connection.isInTransaction
        #expect(!isOpen)
    }
}
