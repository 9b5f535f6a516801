package import Signals

extension Store {
    /// The newest alerts, newest first.
    /// - Parameters:
    ///   - onlyOpen: those alone that nobody has acknowledged.
    ///   - limit: how many at most.
    package func alerts(onlyOpen: Bool, limit: Int) throws(Failure) -> [Alert] {
        try readers.read { connection in
            let rows = try connection.prepare(onlyOpen ? Queries.openAlerts : Queries.alerts)
            rows.bind(1, limit)
            var alerts: [Alert] = []
            while try rows.step() { alerts.append(rows.alert) }
            return alerts
        }
    }

    /// Keeps an alert and gives it its number. Returns when it is on disk.
    package func add(_ alert: Alert) throws(Failure) -> Alert {
        let added = Locked<Int64>(0)
        try performWaiting { writer in
            let device = try alert.device.map { device throws(SQLiteError) in
                try writer.row(of: device, seen: alert.time)
            }
            let add = try writer.connection.prepare(
                """
                INSERT INTO alert (time, severity, kind, device, recording, message, next_step)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """)
            add.bind(1, alert.time.nanoseconds)
            add.bind(2, alert.severity.rawValue)
            add.bind(3, alert.kind.rawValue)
            add.bind(4, device)
            add.bind(5, alert.recording?.rawValue)
            add.bind(6, alert.message)
            add.bind(7, alert.nextStep)
            try add.run()
            added.withLock { $0 = writer.connection.lastRow }
        }
        var alert = alert
        alert.id = Alert.ID(rawValue: added.withLock { $0 })
        return alert
    }

    /// Notes that somebody has seen an alert; the first time counts.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    package func acknowledge(_ id: Alert.ID, at now: Instant) throws(Failure) -> Alert {
        try stamp("UPDATE alert SET acknowledged = ifnull(acknowledged, ?2) WHERE id = ?1", id, now)
    }

    /// Notes that the trouble is over; the first time counts.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    package func resolve(_ id: Alert.ID, at now: Instant) throws(Failure) -> Alert {
        try stamp("UPDATE alert SET resolved = ifnull(resolved, ?2) WHERE id = ?1", id, now)
    }

    private func stamp(_ sql: String, _ id: Alert.ID, _ now: Instant) throws(Failure) -> Alert {
        try performWaiting { writer in
            let change = try writer.connection.prepare(sql)
            change.bind(1, id.rawValue)
            change.bind(2, now.nanoseconds)
            try change.run()
            guard writer.connection.changes == 1 else {
                throw Failure(.notFound, "There is no alert \(id.rawValue).")
            }
        }
        return try alert(id)
    }

    /// One alert.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    package func alert(_ id: Alert.ID) throws(Failure) -> Alert {
        let found = try readers.read { connection -> Alert? in
            let rows = try connection.prepare(Queries.alert)
            rows.bind(1, id.rawValue)
            return try rows.step() ? rows.alert : nil
        }
        guard let found else { throw Failure(.notFound, "There is no alert \(id.rawValue).") }
        return found
    }

    /// Alerts that a notifier has not delivered, that nobody has acknowledged and whose cause goes on, oldest first.
    /// - Parameters:
    ///   - outlet: the notifier's name.
    ///   - since: earlier ones are no news any more.
    ///   - limit: how many at most.
    /// - Throws: `Failure` when the store cannot be read.
    package func alerts(untoldBy outlet: String, since: Instant, limit: Int) throws(Failure) -> [Alert] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.untoldAlerts)
            rows.bind(1, outlet)
            rows.bind(2, since.nanoseconds)
            rows.bind(3, limit)
            var alerts: [Alert] = []
            while try rows.step() { alerts.append(rows.alert) }
            return alerts
        }
    }

    /// Stores that a notifier has delivered an alert.
    /// - Throws: `Failure` when the store cannot be changed.
    package func note(_ id: Alert.ID, toldBy outlet: String, at now: Instant) throws(Failure) {
        try performWaiting { writer in
            let note = try writer.connection.prepare(
                "INSERT INTO alert_told (alert, outlet, told) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
            note.bind(1, id.rawValue)
            note.bind(2, outlet)
            note.bind(3, now.nanoseconds)
            try note.run()
        }
    }
}

extension Statement {
    fileprivate var alert: Alert {
        borrowing get {
            Alert(
                id: Alert.ID(rawValue: integer(0)), time: Instant(nanoseconds: integer(1)),
                severity: Alert.Severity(rawValue: text(2)) ?? .warning, kind: Alert.Kind(rawValue: text(3)),
                device: textOrNil(4).map(DeviceID.init(rawValue:)),
                recording: integerOrNil(5).map(NightRecording.ID.init(rawValue:)), message: text(6),
                nextStep: textOrNil(7), acknowledged: integerOrNil(8).map(Instant.init(nanoseconds:)),
                resolved: integerOrNil(9).map(Instant.init(nanoseconds:)))
        }
    }
}

extension Queries {
    private static let alertColumns = """
        SELECT alert.id, time, severity, kind, device.name, recording, message, next_step, acknowledged, resolved
        FROM alert LEFT JOIN device ON device.id = alert.device
        """
    static let alerts = alertColumns + " ORDER BY alert.id DESC LIMIT ?1"
    static let openAlerts = alertColumns + " WHERE acknowledged IS NULL ORDER BY alert.id DESC LIMIT ?1"
    static let alert = alertColumns + " WHERE alert.id = ?1"
    static let untoldAlerts =
        alertColumns
            + """
             WHERE acknowledged IS NULL AND resolved IS NULL AND time >= ?2
                AND NOT EXISTS (SELECT 1 FROM alert_told WHERE alert_told.alert = alert.id AND outlet = ?1)
            ORDER BY alert.id LIMIT ?3
            """
}
