import Signals

/// The key of a source in the writer's cache.
struct SourceKey: Hashable {
    var device: DeviceID
    var origin: Origin
}

/// When a device was last seen; written now and then, not with each sample.
struct Sighting {
    var last: Instant
    /// What the table says; nil when that is not known.
    var written: Instant?
}

/// The statements for devices and sources.
final class RegistryStatements {
    let identify: Statement
    let meet: Statement
    let see: Statement
    let findDevice: Statement
    let findSource: Statement
    let addSource: Statement
    let addChunk: Statement

    init(_ connection: borrowing Connection) throws(SQLiteError) {
        identify = try connection.prepare(
            """
            INSERT INTO device (name, maker, model, serial, firmware, synthetic, first_seen, last_seen, preview)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ifnull(?8, 0))
            ON CONFLICT (name) DO UPDATE SET
                maker = excluded.maker, model = excluded.model, serial = excluded.serial,
                firmware = CASE excluded.firmware WHEN '' THEN firmware ELSE excluded.firmware END,
                synthetic = excluded.synthetic, preview = ifnull(?8, preview),
                first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)
            """)
        meet = try connection.prepare(
            """
            INSERT INTO device (name, maker, model, serial, firmware, synthetic, first_seen, last_seen)
            VALUES (?1, '', '', '', '', 0, ?2, ?2) ON CONFLICT (name) DO NOTHING
            """)
        see = try connection.prepare("UPDATE device SET last_seen = max(last_seen, ?2) WHERE name = ?1")
        findDevice = try connection.prepare("SELECT id FROM device WHERE name = ?1")
        findSource = try connection.prepare(
            "SELECT id FROM source WHERE device = ?1 AND ifnull(recording, 0) = ?2 AND state < 2")
        addSource = try connection.prepare("INSERT INTO source (device, recording, state) VALUES (?1, ?2, ?3)")
        // A file that comes may be of somebody who is erased meanwhile.
        addChunk = try connection.prepare(
            """
            INSERT INTO recording_chunk (recording, start, size, body)
            SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (
                SELECT 1 FROM recording WHERE id = ?1 AND state IN ('importing', 'arriving'))
            """)
    }
}

extension Writer {
    /// Seconds between writes of a device's last sighting.
    private static let sightingInterval: Int64 = 10_000_000_000

    func keep(
        _ identity: DeviceIdentity, as device: DeviceID, isSynthetic: Bool, isPreview: Bool?, at: Instant
    ) throws(SQLiteError) {
        registry.identify.bind(1, device.rawValue)
        registry.identify.bind(2, identity.maker)
        registry.identify.bind(3, identity.model)
        registry.identify.bind(4, identity.serial)
        registry.identify.bind(5, identity.firmware)
        registry.identify.bind(6, isSynthetic ? 1 : 0)
        registry.identify.bind(7, at.nanoseconds)
        registry.identify.bind(8, isPreview.map { Int64($0 ? 1 : 0) })
        try registry.identify.run()
    }

    /// The row of a device, inserted when there is none.
    func row(of device: DeviceID, seen: Instant) throws(SQLiteError) -> Int64 {
        registry.meet.bind(1, device.rawValue)
        registry.meet.bind(2, seen.nanoseconds)
        try registry.meet.run()
        registry.findDevice.bind(1, device.rawValue)
        defer { registry.findDevice.reset() }
        guard try registry.findDevice.step() else {
            throw SQLiteError(code: .corrupt, message: "a device was written and is not there")
        }
        return registry.findDevice.integer(0)
    }

    /// The row of a source, inserted when there is none.
    func source(_ device: DeviceID, _ origin: Origin, at seen: Instant) throws(SQLiteError) -> Int64 {
        if case .live = origin {
            sightings[device, default: Sighting(last: seen)].last = max(sightings[device]?.last ?? seen, seen)
        }
        let key = SourceKey(device: device, origin: origin)
        if let known = sources[key] { return known }
        let deviceRow = try row(of: device, seen: seen)
        let recording: Int64? = if case .recording(let id) = origin { id.rawValue } else { nil }
        registry.findSource.bind(1, deviceRow)
        registry.findSource.bind(2, recording ?? 0)
        let found = try registry.findSource.step() ? registry.findSource.integer(0) : nil
        registry.findSource.reset()
        if let found {
            sources[key] = found
            return found
        }
        registry.addSource.bind(1, deviceRow)
        registry.addSource.bind(2, recording)
        let state: Schema.SourceState = recording == nil ? .visible : .pending
        registry.addSource.bind(3, state.rawValue)
        try registry.addSource.run()
        let added = connection.lastRow
        sources[key] = added
        return added
    }

    /// Writes when devices were last seen, where that has changed enough.
    func writeSightings(all: Bool = false) throws(SQLiteError) {
        for (device, sighting) in sightings {
            if let written = sighting.written {
                let age = sighting.last.nanoseconds(since: written)
                guard age >= (all ? 1 : Self.sightingInterval) else { continue }
            }
            registry.see.bind(1, device.rawValue)
            registry.see.bind(2, sighting.last.nanoseconds)
            try registry.see.run()
            sightings[device]?.written = sighting.last
        }
    }

    func keep(chunk body: [UInt8], of recording: RecordingID, start: Int, size: Int) throws(SQLiteError) {
        registry.addChunk.bind(1, recording.rawValue)
        registry.addChunk.bind(2, start)
        registry.addChunk.bind(3, size)
        registry.addChunk.bind(4, body)
        try registry.addChunk.run()
    }
}
