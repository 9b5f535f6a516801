package import Runtime
package import Signals

/// Keys that open devices. They are asked for where a device is connected and nowhere else, and no list, export or copy of
/// a person's data has them.
extension Store {
    /// The key of a device that was taken in; nil where none was entered.
    package func deviceKey(of id: String) throws(Failure) -> DeviceKey? {
        try readers.read { connection in
            let row = try connection.prepare("SELECT bytes FROM device_key WHERE known = ?1")
            row.bind(1, id)
            return try row.step() ? DeviceKey(row.bytes(0)) : nil
        }
    }

    /// Keeps the key of a device in place of the one before; nil takes it away. Returns when it is on disk, and the one
    /// before is not.
    /// - Throws: `Failure` with code `notFound` when the device is not taken in.
    package func keep(_ key: DeviceKey?, of id: String, at now: Instant) async throws(Failure) {
        try await perform { writer in
            try writer.eraseKey(of: id)
            guard let key else { return }
            let add = try writer.connection.prepare(
                "INSERT INTO device_key SELECT id, ?2, ?3 FROM known_device WHERE id = ?1")
            add.bind(1, id)
            add.bind(2, key.bytes)
            add.bind(3, now.nanoseconds)
            try add.run()
            guard writer.connection.changes == 1 else { throw Failure(.notFound, "\(id) is not taken in any more.") }
        }
        await emptyLog()
    }

    /// Folds the log into the database, so that what was overwritten there does not stay in it.
    func emptyLog() async {
        // Where a reader holds the log it is folded later, at its usual size.
        try? await gate.perform(isOutside: true) { writer in
            _ = try writer.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension Writer {
    /// Deletes the key of a device, and overwrites it with zeros.
    func eraseKey(of id: String) throws {
        try connection.execute("PRAGMA secure_delete = ON")
        defer { try? connection.execute("PRAGMA secure_delete = OFF") }
        let erase = try connection.prepare("DELETE FROM device_key WHERE known = ?1")
        erase.bind(1, id)
        try erase.run()
    }
}
