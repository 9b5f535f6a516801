package import Analysis
import Runtime
package import Signals

extension Store {
    /// Everybody, in the order in which they were entered.
    package func people() throws(Failure) -> [Person] {
        try readers.read { try $0.people() }
    }

    /// Enters a person.
    package func addPerson(named name: String) async throws(Failure) -> Person {
        let added = Locked<Int64>(0)
        try await perform { writer in
            let number = try writer.enterPerson(named: name)
            try writer.countChange()
            added.withLock { $0 = number }
        }
        return Person(id: Person.ID(rawValue: added.withLock { $0 }), name: name)
    }

    /// The one person who is called so, whatever the case; entered where there is none.
    /// - Throws: `Failure` with code `conflict` where several are called that.
    package func findOrAddPerson(named name: String) async throws(Failure) -> Person {
        let found = Locked<Person?>(nil)
        try await perform { writer in
            let known = try writer.connection.people().filter { $0.name.lowercased() == name.lowercased() }
            // Whoever has an account says what they are called: a name that two have is nobody's.
            guard known.count < 2 else {
                let numbers = known.map { "\($0.id.rawValue)" }.joined(separator: " and ")
                throw Failure(.conflict, "Several people are called that; give the number, one of \(numbers).")
            }
            if let person = known.first { return found.withLock { $0 = person } }
            let number = try writer.enterPerson(named: name)
            try writer.countChange()
            found.withLock { $0 = Person(id: Person.ID(rawValue: number), name: name) }
        }
        guard let person = found.withLock({ $0 }) else { throw Failure(.failed, "“\(name)” could not be entered.") }
        return person
    }

    /// Calls a person something else.
    package func rename(_ person: Person.ID, to name: String) async throws(Failure) {
        try await perform { writer in
            let rename = try writer.connection.prepare("UPDATE person SET name = ?2 WHERE id = ?1")
            rename.bind(1, person.rawValue)
            rename.bind(2, name)
            try rename.run()
            guard writer.connection.changes == 1 else { throw Failure.noPerson(person) }
            try writer.countChange()
        }
    }

    /// Takes a person out with everything that was said of them.
    /// - Throws: `Failure` with code `notFound` for nobody, `conflict` for somebody who can sign in.
    package func removePerson(_ person: Person.ID) async throws(Failure) {
        try await perform { writer in
            let account = try writer.connection.prepare("SELECT 1 FROM account WHERE person = ?1")
            account.bind(1, person.rawValue)
            guard try !account.step() else {
                throw Failure(
                    .conflict,
                    "This person can sign in; delete their account, with or without their data, instead.")
            }
            account.reset()
            for sql in [
                "DELETE FROM wearing WHERE person = ?1", "DELETE FROM person_baseline WHERE person = ?1",
                "DELETE FROM stream_choice WHERE person = ?1", "DELETE FROM stream_refusal WHERE person = ?1",
                "UPDATE night_recording SET person = NULL WHERE person = ?1",
                "DELETE FROM night_schedule WHERE person = ?1", "DELETE FROM person WHERE id = ?1",
            ] {
                let remove = try writer.connection.prepare(sql)
                remove.bind(1, person.rawValue)
                try remove.run()
            }
            guard writer.connection.changes == 1 else { throw Failure.noPerson(person) }
            try writer.countChange()
        }
    }

    /// Who wore what when, as is believed now, in order.
    package func wearings() throws(Failure) -> [Wearing] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.wearings)
            var wearings: [Wearing] = []
            while try rows.step() { wearings.append(rows.wearing) }
            return wearings
        }
    }

    /// Makes a person, or nobody, the wearer of a device from `start` to `end`, or from then on. What was said of that
    /// time before is cut or put aside.
    package func correctWearing(
        of device: DeviceID, person: Person.ID?, from start: Instant, to end: Instant?
    ) async throws(Failure) {
        try await perform { try $0.correctWearing(of: device, person: person, from: start, to: end) }
    }

    /// What was learned of a person; nil when nothing was, or by another version of the index.
    package func baseline(of person: Person.ID) throws(Failure) -> LoadBaseline? {
        try readers.read { connection in
            let row = try connection.prepare(Queries.personBaseline)
            row.bind(1, person.rawValue)
            row.bind(2, LoadIndex.method.version)
            return try row.step() ? LoadBaseline(row: row) : nil
        }
    }

    /// Keeps what was learned of a person, in place of what was known. Returns when it is on disk.
    package func keep(_ baseline: LoadBaseline, of person: Person.ID, made: Instant) async throws(Failure) {
        try await perform { try $0.keep(baseline, of: person, made: made) }
    }

    /// As `keep(_:of:made:)`, and only hands over: for the live way, which waits for no disk. A failure is logged.
    package func append(_ baseline: LoadBaseline, of person: Person.ID, made: Instant) {
        gate.hand {
            try $0.keep(baseline, of: person, made: made)
        } whenDone: { result in
            Log.attempt("What was learned of a wearer could not be kept.") { try result.get() }
        }
    }
}

extension Connection {
    fileprivate borrowing func people() throws(SQLiteError) -> [Person] {
        let rows = try prepare("SELECT id, name FROM person ORDER BY id")
        var people: [Person] = []
        while try rows.step() {
            people.append(Person(id: Person.ID(rawValue: rows.integer(0)), name: rows.text(1)))
        }
        return people
    }
}

extension Writer {
    fileprivate func keep(_ baseline: LoadBaseline, of person: Person.ID, made: Instant) throws(SQLiteError) {
        let keep = try connection.prepare(
            "INSERT OR REPLACE INTO person_baseline VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")
        keep.bind(1, person.rawValue)
        baseline.bind(to: keep, made: made)
        try keep.run()
    }

    /// See ``Store/correctWearing(of:person:from:to:)``.
    func correctWearing(of device: DeviceID, person: Person.ID?, from start: Instant, to end: Instant?) throws {
        let now = Instant.now
        let row = try row(of: device, seen: start)
        let rows = try connection.prepare(Queries.wearingsOfDevice)
        rows.bind(1, row)
        var touched: [Wearing] = []
        while try rows.step() {
            let wearing = rows.wearing
            if (wearing.end ?? .distantFuture) > start, wearing.start < (end ?? .distantFuture) {
                touched.append(wearing)
            }
        }
        let replace = try connection.prepare("UPDATE wearing SET replaced = ?2 WHERE id = ?1")
        for wearing in touched {
            replace.bind(1, wearing.id)
            replace.bind(2, now.nanoseconds)
            try replace.run()
            if wearing.start < start { try addWearing(row, wearing.person, wearing.start, start, made: now) }
            if let end, (wearing.end ?? .distantFuture) > end {
                try addWearing(row, wearing.person, end, wearing.end, made: now)
            }
        }
        if let person { try addWearing(row, person, start, end, made: now) }
        try countChange()
    }

    /// Enters a person under a number that nobody ever had: rows of somebody who left must not become a newcomer's.
    func enterPerson(named name: String) throws(SQLiteError) -> Int64 {
        let number = try newNumber(for: "person")
        let add = try connection.prepare("INSERT INTO person (id, name) VALUES (?1, ?2)")
        add.bind(1, number)
        add.bind(2, name)
        try add.run()
        return number
    }

    /// A number for a row of `table` that none ever had.
    func newNumber(for table: String) throws(SQLiteError) -> Int64 {
        // The highest number given is known apart from the rows; where that was lost, theirs are a part of it.
        try connection.execute(
            "INSERT OR IGNORE INTO \(table)_number SELECT id FROM \(table) ORDER BY id DESC LIMIT 1")
        try connection.execute("INSERT INTO \(table)_number DEFAULT VALUES")
        let number = connection.lastRow
        try connection.execute("DELETE FROM \(table)_number WHERE id < \(number)")
        return number
    }

    fileprivate func addWearing(
        _ device: Int64, _ person: Person.ID, _ start: Instant, _ end: Instant?, made: Instant
    ) throws(SQLiteError) {
        let add = try connection.prepare(
            "INSERT INTO wearing (device, person, start, end, made) VALUES (?1, ?2, ?3, ?4, ?5)")
        add.bind(1, device)
        add.bind(2, person.rawValue)
        add.bind(3, start.nanoseconds)
        add.bind(4, end?.nanoseconds)
        add.bind(5, made.nanoseconds)
        try add.run()
    }
}

extension Statement {
    fileprivate var wearing: Wearing {
        borrowing get {
            Wearing(
                id: integer(0), device: DeviceID(rawValue: text(1)), person: Person.ID(rawValue: integer(2)),
                start: Instant(nanoseconds: integer(3)), end: integerOrNil(4).map(Instant.init(nanoseconds:)))
        }
    }
}

extension Instant {
    fileprivate static let distantFuture = Instant(nanoseconds: .max)
}

extension Failure {
    fileprivate static func noPerson(_ id: Person.ID) -> Failure {
        Failure(.notFound, "There is no person \(id.rawValue).")
    }
}

extension Queries {
    static let wearings = """
        SELECT wearing.id, device.name, person, start, end FROM wearing JOIN device ON device.id = wearing.device
        WHERE replaced IS NULL ORDER BY wearing.device, start
        """
    static let wearingsOfDevice = """
        SELECT wearing.id, device.name, person, start, end FROM wearing JOIN device ON device.id = wearing.device
        WHERE wearing.device = ?1 AND replaced IS NULL ORDER BY start
        """
    static let personBaseline = """
        SELECT heart_rate, heart_rate_scale, heart_rate_samples, ln_rmssd, ln_rmssd_scale, ln_rmssd_samples, ln_sdnn,
            ln_sdnn_scale, ln_sdnn_samples
        FROM person_baseline WHERE person = ?1 AND method = ?2
        """
}
