package import Signals

extension Store {
    /// What the store holds of wearers that are made up.
    /// - Throws: `Failure` when it cannot be read.
    package func madeUp() throws(Failure) -> MadeUpContent {
        try readers.read { connection in try MadeUpContent(connection) }
    }

    /// Makes this the store of a demonstration, which it stays.
    /// - Throws: `Failure` with code `conflict` where it holds anything of people; then nothing was changed.
    package func becomeDemo() throws(Failure) {
        let content = try madeUp()
        guard !content.isDemo else { return }
        guard content.own.isEmpty else {
            throw Failure(
                .conflict,
                "\(path) holds data of your own (\(content.own.joined(separator: ", "))), and what is made up is kept in a "
                    + "folder apart. Leave --data out, or name an empty folder. Nothing was added.")
        }
        try performWaiting { writer in
            try writer.connection.execute(
                "INSERT OR REPLACE INTO access_setting VALUES ('\(Connection.demoSetting)', 'yes')")
        }
    }

    /// Deletes the devices of made-up wearers with all that they sent and what was found in it, in one transaction.
    /// - Returns: what there was.
    /// - Throws: `Failure` when the store cannot be changed; then nothing was deleted.
    package func eraseMadeUp() throws(Failure) -> MadeUpContent {
        let content = Locked<MadeUpContent?>(nil)
        try performWaiting { writer in
            let found = try MadeUpContent(writer.connection)
            try writer.eraseMadeUp(found.devices)
            content.withLock { $0 = found }
        }
        guard let content = content.withLock({ $0 }) else {
            throw Failure(.failed, "The store \(path) cannot be changed.")
        }
        return content
    }
}

extension Writer {
    fileprivate func eraseMadeUp(_ devices: [DeviceID]) throws {
        guard !devices.isEmpty else { return }
        let made = "SELECT id FROM device WHERE synthetic = 1"
        try connection.execute("UPDATE source SET state = 2 WHERE device IN (\(made))")
        hasDropped = true
        while try tidy() {}
        let known = "SELECT id FROM known_device WHERE device IN (\(made))"
        // Nights that were recorded of nothing else.
        let alone = try integers(
            "SELECT recording FROM night_recording_device GROUP BY recording HAVING min(device IN (\(made))) = 1")
        try connection.execute(
            """
            DELETE FROM night_recording_device WHERE device IN (\(made));
            DELETE FROM night_recording WHERE id IN (\(alone.map(String.init).joined(separator: ",")));
            DELETE FROM alert_told WHERE alert IN (SELECT id FROM alert WHERE device IN (\(made)));
            DELETE FROM consent_stream WHERE known IN (\(known));
            DELETE FROM device_key WHERE known IN (\(known));
            """)
        for table in ["alert", "known_device", "night_edit", "night_note", "load_baseline", "stream_choice", "wearing"]
        {
            try connection.execute("DELETE FROM \(table) WHERE device IN (\(made))")
        }
        try connection.execute("DELETE FROM device WHERE synthetic = 1 AND \(Self.isUnused)")
        try countChange()
        // Numbers of rows that are kept in mind may be those of rows that went.
        forget()
        for device in devices { sightings[device] = nil }
    }

    private func integers(_ sql: String) throws(SQLiteError) -> [Int64] {
        let rows = try connection.prepare(sql)
        var values: [Int64] = []
        while try rows.step() { values.append(rows.integer(0)) }
        return values
    }
}
