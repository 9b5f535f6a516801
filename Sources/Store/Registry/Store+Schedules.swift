package import Signals

extension Store {
    /// All schedules, in the order in which they were made.
    package func schedules() throws(Failure) -> [NightSchedule] {
        try readers.read { try $0.schedules() }
    }

    /// Stores a schedule and gives it its number.
    package func add(_ schedule: NightSchedule) throws(Failure) -> NightSchedule {
        let added = Locked<Int64>(0)
        try performWaiting { writer in
            let add = try writer.connection.prepare(
                """
                INSERT INTO night_schedule (person, starts_by, from_minute, to_minute, days, zone, is_on)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """)
            schedule.bind(to: add)
            try add.run()
            added.withLock { $0 = writer.connection.lastRow }
        }
        var schedule = schedule
        schedule.id = NightSchedule.ID(rawValue: added.withLock { $0 })
        return schedule
    }

    /// Changes a schedule. It is read and written in one transaction: of two changes at once neither takes back the other.
    /// - Parameters:
    ///   - id: its number.
    ///   - body: gets it as it is and returns it as it is to be; called on the writer's thread.
    /// - Throws: `Failure` with code `notFound` when there is none of that number; what `body` throws.
    package func changeSchedule(
        _ id: NightSchedule.ID, _ body: @escaping @Sendable (NightSchedule) throws(Failure) -> NightSchedule
    ) throws(Failure) -> NightSchedule {
        let changed = Locked<NightSchedule?>(nil)
        try performWaiting { writer in
            guard let known = try writer.connection.schedules().first(where: { $0.id == id }) else {
                throw Failure.noSchedule(id)
            }
            var schedule = try body(known)
            schedule.id = id
            let change = try writer.connection.prepare(
                """
                UPDATE night_schedule SET person = ?1, starts_by = ?2, from_minute = ?3, to_minute = ?4, days = ?5,
                    zone = ?6, is_on = ?7
                WHERE id = ?8
                """)
            schedule.bind(to: change)
            change.bind(8, id.rawValue)
            try change.run()
            changed.withLock { [schedule] in $0 = schedule }
        }
        guard let schedule = changed.withLock({ $0 }) else { throw Failure.noSchedule(id) }
        return schedule
    }

    /// Takes a schedule away.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    package func removeSchedule(_ id: NightSchedule.ID) throws(Failure) {
        try performWaiting { writer in
            let remove = try writer.connection.prepare("DELETE FROM night_schedule WHERE id = ?1")
            remove.bind(1, id.rawValue)
            try remove.run()
            guard writer.connection.changes == 1 else { throw Failure.noSchedule(id) }
        }
    }
}

extension Connection {
    fileprivate borrowing func schedules() throws(SQLiteError) -> [NightSchedule] {
        let rows = try prepare(
            "SELECT id, person, starts_by, from_minute, to_minute, days, zone, is_on FROM night_schedule ORDER BY id")
        var schedules: [NightSchedule] = []
        while try rows.step() {
            let days = rows.integer(5)
            schedules.append(
                NightSchedule(
                    id: NightSchedule.ID(rawValue: rows.integer(0)),
                    person: rows.integerOrNil(1).map(Person.ID.init(rawValue:)),
                    trigger: NightSchedule.Trigger(rawValue: rows.text(2)) ?? .clock, from: Int(rows.integer(3)),
                    to: Int(rows.integer(4)), days: Set((1...7).filter { days >> Int64($0) & 1 == 1 }),
                    zone: rows.text(6), isOn: rows.integer(7) != 0))
        }
        return schedules
    }
}

extension NightSchedule {
    fileprivate func bind(to statement: borrowing Statement) {
        statement.bind(1, person?.rawValue)
        statement.bind(2, trigger.rawValue)
        statement.bind(3, from)
        statement.bind(4, to)
        statement.bind(5, days.filter { (1...7).contains($0) }.reduce(Int64(0)) { $0 | 1 << Int64($1) })
        statement.bind(6, zone)
        statement.bind(7, isOn ? 1 : 0)
    }
}

extension Failure {
    fileprivate static func noSchedule(_ id: NightSchedule.ID) -> Failure {
        Failure(.notFound, "There is no schedule \(id.rawValue).")
    }
}
