import Documents
import Runtime
package import Signals

extension Store {
    /// The devices that the owner has adopted, by their names as found.
    package func knownDevices() throws(Failure) -> [KnownDevice] {
        try readers.read { connection in
            var streams: [String: Set<Channel>] = [:]
            var unrestricted: Set<String> = []
            let consents = try connection.prepare(Queries.openConsents)
            while try consents.step() {
                if let channel = consents.textOrNil(1) {
                    streams[consents.text(0), default: []].insert(Channel(rawValue: channel))
                } else {
                    unrestricted.insert(consents.text(0))
                }
            }
            let rows = try connection.prepare(Queries.knownDevices)
            var devices: [KnownDevice] = []
            while try rows.step() {
                let id = rows.text(0)
                devices.append(
                    KnownDevice(
                        id: id, device: DeviceID(rawValue: rows.text(1)), bus: rows.text(2),
                        givenName: rows.textOrNil(3), profile: rows.textOrNil(4),
                        settings: Settings.decode(rows.text(5)), connectsByItself: rows.integer(6) != 0,
                        isPaused: rows.integer(7) != 0, streams: unrestricted.contains(id) ? nil : streams[id] ?? [],
                        description: rows.bytes(8), adopted: Instant(nanoseconds: rows.integer(9))))
            }
            return devices
        }
    }

    /// Keeps a device that was taken in, in place of what was kept of it. What `streams` allows now and did not before is
    /// consent given at `now`, and the other way round. Returns when it is on disk.
    /// - Parameters:
    ///   - known: the device.
    ///   - wearer: who wears it from `now` on, kept together with it or not at all; nil to say nothing of that.
    ///   - now: the time of the consent.
    package func keep(_ known: KnownDevice, wornBy wearer: Person.ID? = nil, at now: Instant) async throws(Failure) {
        try await perform { writer in
            let device = try writer.row(of: known.device, seen: now)
            let keep = try writer.connection.prepare(
                """
                INSERT INTO known_device (
                    id, device, bus, given_name, profile, settings, connects, paused, description, adopted)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                ON CONFLICT (id) DO UPDATE SET
                    device = excluded.device, bus = excluded.bus, given_name = excluded.given_name,
                    profile = excluded.profile, settings = excluded.settings, connects = excluded.connects,
                    paused = excluded.paused, description = excluded.description
                """)
            keep.bind(1, known.id)
            keep.bind(2, device)
            keep.bind(3, known.bus)
            keep.bind(4, known.givenName)
            keep.bind(5, known.profile)
            keep.bind(6, Settings.encode(known.settings))
            keep.bind(7, known.connectsByItself ? 1 : 0)
            keep.bind(8, known.isPaused ? 1 : 0)
            keep.bind(9, known.description)
            keep.bind(10, known.adopted.nanoseconds)
            try keep.run()
            try writer.consent(known.id, to: known.streams, at: now)
            if let wearer { try writer.correctWearing(of: known.device, person: wearer, from: now, to: nil) }
        }
    }

    /// As ``keep(_:wornBy:at:)`` for a device that is kept already: changes what an owner decides of it and nothing else.
    /// - Throws: `Failure` with code `notFound` when it was forgotten: then it stays so.
    package func change(_ known: KnownDevice, wornBy wearer: Person.ID? = nil, at now: Instant) async throws(Failure) {
        try await perform { writer in
            let change = try writer.connection.prepare(
                """
                UPDATE known_device SET given_name = ?2, profile = ?3, settings = ?4, connects = ?5, paused = ?6
                WHERE id = ?1
                """)
            change.bind(1, known.id)
            change.bind(2, known.givenName)
            change.bind(3, known.profile)
            change.bind(4, Settings.encode(known.settings))
            change.bind(5, known.connectsByItself ? 1 : 0)
            change.bind(6, known.isPaused ? 1 : 0)
            try change.run()
            guard writer.connection.changes == 1 else {
                throw Failure(.notFound, "\(known.id) is not taken in any more.")
            }
            try writer.consent(known.id, to: known.streams, at: now)
            if let wearer { try writer.correctWearing(of: known.device, person: wearer, from: now, to: nil) }
        }
    }

    /// Keeps what a device that was taken in now says of itself; nothing of one that was forgotten, and no consent.
    package func keep(description: [UInt8], of id: String) async throws(Failure) {
        try await perform { writer in
            let change = try writer.connection.prepare("UPDATE known_device SET description = ?2 WHERE id = ?1")
            change.bind(1, id)
            change.bind(2, description)
            try change.run()
        }
    }

    /// Forgets a device with its key, and withdraws all consent; what it has recorded stays.
    package func forget(_ id: String, at now: Instant) async throws(Failure) {
        try await perform { writer in
            try writer.consent(id, to: [], at: now)
            let forget = try writer.connection.prepare("DELETE FROM known_device WHERE id = ?1")
            forget.bind(1, id)
            try forget.run()
            try writer.eraseKey(of: id)
        }
        await emptyLog()
    }

    /// When streams of a device were allowed and forbidden, in order.
    package func consents(of id: String) throws(Failure) -> [StreamConsent] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.consents)
            rows.bind(1, id)
            var consents: [StreamConsent] = []
            while try rows.step() {
                consents.append(
                    StreamConsent(
                        id: id, stream: rows.textOrNil(0).map(Channel.init(rawValue:)),
                        given: Instant(nanoseconds: rows.integer(1)),
                        withdrawn: rows.integerOrNil(2).map(Instant.init(nanoseconds:))))
            }
            return consents
        }
    }

    /// Which device the owner chose to speak in a group of streams, for a person or for nobody in particular.
    package func streamChoices() throws(Failure) -> [(person: Person.ID?, group: String, device: DeviceID)] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT person, stream, name FROM stream_choice JOIN device ON device.id = stream_choice.device")
            var choices: [(person: Person.ID?, group: String, device: DeviceID)] = []
            while try rows.step() {
                let person = rows.integer(0)
                choices.append(
                    (
                        person == 0 ? nil : Person.ID(rawValue: person), rows.text(1),
                        DeviceID(rawValue: rows.text(2))
                    ))
            }
            return choices
        }
    }

    /// Keeps a choice; nil takes it away.
    package func keep(choice device: DeviceID?, group: String, person: Person.ID?, at now: Instant)
        async throws(Failure)
    {
        try await perform { writer in
            let remove = try writer.connection.prepare("DELETE FROM stream_choice WHERE person = ?1 AND stream = ?2")
            remove.bind(1, person?.rawValue ?? 0)
            remove.bind(2, group)
            try remove.run()
            guard let device else { return }
            let row = try writer.row(of: device, seen: now)
            let add = try writer.connection.prepare(
                "INSERT INTO stream_choice (person, stream, device, made) VALUES (?1, ?2, ?3, ?4)")
            add.bind(1, person?.rawValue ?? 0)
            add.bind(2, group)
            add.bind(3, row)
            add.bind(4, now.nanoseconds)
            try add.run()
        }
    }
}

extension Writer {
    /// Makes the streams that may be recorded those of `streams`, nil for all, and keeps when that changed.
    fileprivate func consent(_ id: String, to streams: Set<Channel>?, at now: Instant) throws {
        let wanted: Set<String?> = streams.map { Set($0.map { Optional($0.rawValue) }) } ?? [nil]
        var given: Set<String?> = []
        let rows = try connection.prepare(Queries.consentsInForce)
        rows.bind(1, id)
        while try rows.step() { given.insert(rows.textOrNil(0)) }
        let withdraw = try connection.prepare(
            "UPDATE consent_stream SET withdrawn = ?3 WHERE known = ?1 AND channel IS ?2 AND withdrawn IS NULL")
        if !given.isSubset(of: wanted) { try countChange() }
        for channel in given.subtracting(wanted) {
            withdraw.bind(1, id)
            withdraw.bind(2, channel)
            withdraw.bind(3, now.nanoseconds)
            try withdraw.run()
        }
        let give = try connection.prepare("INSERT INTO consent_stream (known, channel, given) VALUES (?1, ?2, ?3)")
        for channel in wanted.subtracting(given) {
            give.bind(1, id)
            give.bind(2, channel)
            give.bind(3, now.nanoseconds)
            try give.run()
        }
    }
}

/// The settings of a device, as JSON.
private enum Settings {
    static func encode(_ settings: [String: String]) -> String {
        String(decoding: JSONValue.object(settings.mapValues { .string($0) }).text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [String: String] {
        ((try? JSONValue(parsing: Array(text.utf8)))?.object ?? [:]).compactMapValues(\.string)
    }
}

extension Queries {
    static let knownDevices = """
        SELECT known_device.id, device.name, bus, given_name, profile, settings, connects, paused, description, adopted
        FROM known_device JOIN device ON device.id = known_device.device ORDER BY known_device.id
        """
    static let openConsents = "SELECT known, channel FROM consent_stream WHERE withdrawn IS NULL"
    static let consentsInForce = "SELECT channel FROM consent_stream WHERE known = ?1 AND withdrawn IS NULL"
    static let consents = "SELECT channel, given, withdrawn FROM consent_stream WHERE known = ?1 ORDER BY given, id"
}
