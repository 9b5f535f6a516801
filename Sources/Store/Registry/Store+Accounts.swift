package import Signals

extension Store {
    /// Every account.
    package func accounts() throws(Failure) -> [AccountRow] {
        try readers.read { connection in
            let rows = try connection.prepare(
                """
                SELECT person, name, email, role, password, issuer, subject, created
                FROM account JOIN person ON person.id = account.person ORDER BY person
                """)
            var accounts: [AccountRow] = []
            while try rows.step() {
                accounts.append(
                    AccountRow(
                        person: Person.ID(rawValue: rows.integer(0)), name: rows.text(1), email: rows.text(2),
                        role: rows.text(3), password: rows.textOrNil(4), issuer: rows.textOrNil(5),
                        subject: rows.textOrNil(6), created: Instant(nanoseconds: rows.integer(7))))
            }
            return accounts
        }
    }

    /// Enters an account: for a person who is there, or with a person of its own where `person` is nil. The first one
    /// takes over the rows that were kept for nobody.
    /// - Returns: the account with its person.
    /// - Throws: `Failure` with code `notFound` for a person who is not there.
    package func add(_ account: AccountRow, for person: Person.ID?) throws(Failure) -> AccountRow {
        let added = Locked<Int64>(0)
        try performWaiting { writer in
            let isFirst = try writer.connection.integer("SELECT count(*) FROM account") == 0
            let number: Int64
            if let person {
                let known = try writer.connection.prepare("SELECT 1 FROM person WHERE id = ?1")
                known.bind(1, person.rawValue)
                guard try known.step() else { throw Failure(.notFound, "There is no person \(person.rawValue).") }
                known.reset()
                number = person.rawValue
            } else {
                number = try writer.enterPerson(named: account.name)
            }
            let add = try writer.connection.prepare(
                """
                INSERT INTO account (person, email, role, password, issuer, subject, created)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """)
            add.bind(1, number)
            add.bind(2, account.email)
            add.bind(3, account.role)
            add.bind(4, account.password)
            add.bind(5, account.issuer)
            add.bind(6, account.subject)
            add.bind(7, account.created.nanoseconds)
            try add.run()
            try writer.countChange()
            if isFirst { try writer.takeOver(by: number) }
            added.withLock { $0 = number }
        }
        var account = account
        account.person = Person.ID(rawValue: added.withLock { $0 })
        return account
    }

    /// Keeps what was changed of an account, and the person's name.
    package func change(_ account: AccountRow) throws(Failure) {
        try performWaiting { writer in
            let change = try writer.connection.prepare(
                """
                UPDATE account SET email = ?2, role = ?3, password = ?4, issuer = ?5, subject = ?6 WHERE person = ?1
                """)
            change.bind(1, account.person.rawValue)
            change.bind(2, account.email)
            change.bind(3, account.role)
            change.bind(4, account.password)
            change.bind(5, account.issuer)
            change.bind(6, account.subject)
            try change.run()
            let rename = try writer.connection.prepare("UPDATE person SET name = ?2 WHERE id = ?1")
            rename.bind(1, account.person.rawValue)
            rename.bind(2, account.name)
            try rename.run()
            try writer.countChange()
        }
    }

    /// Takes the sign-in of a person away with their sessions; the person and their data stay.
    package func removeAccount(of person: Person.ID) throws(Failure) {
        try performWaiting { writer in
            for sql in ["DELETE FROM session WHERE person = ?1", "DELETE FROM account WHERE person = ?1"] {
                let remove = try writer.connection.prepare(sql)
                remove.bind(1, person.rawValue)
                try remove.run()
            }
            try writer.countChange()
        }
    }

    /// What was chosen of who is let in; nil when nothing was.
    package func accessSetting(_ name: String) throws(Failure) -> String? {
        try readers.read { connection in
            let row = try connection.prepare("SELECT value FROM access_setting WHERE name = ?1")
            row.bind(1, name)
            return try row.step() ? row.text(0) : nil
        }
    }

    /// Stores an access setting.
    package func setAccess(_ name: String, to value: String) throws(Failure) {
        try performWaiting { writer in
            let keep = try writer.connection.prepare("INSERT OR REPLACE INTO access_setting VALUES (?1, ?2)")
            keep.bind(1, name)
            keep.bind(2, value)
            try keep.run()
            try writer.countChange()
        }
    }
}

extension Writer {
    /// Gives a person the rows that were kept for nobody.
    fileprivate func takeOver(by person: Int64) throws(SQLiteError) {
        for table in PersonalTables.names {
            // A table's name cannot be bound; these are names of ours.
            let take = try connection.prepare("UPDATE OR IGNORE \(table) SET person = ?1 WHERE person = 0")
            take.bind(1, person)
            try take.run()
        }
        // What days came to for nobody in particular may be made of what somebody else wore.
        try forgetDays()
    }
}
