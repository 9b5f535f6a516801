package import Signals

extension Store {
    /// Every sign-in with the hash of its cookie, where it has one.
    package func sessions() throws(Failure) -> [(session: SessionRow, cookie: [UInt8]?)] {
        try readers.read { connection in
            let rows = try connection.prepare(
                """
                SELECT session.id, person, kind, created, session.used, expires, remembered, device, hash
                FROM session LEFT JOIN session_token ON kind = 'cookie' AND session_token.session = session.id
                """)
            var sessions: [(session: SessionRow, cookie: [UInt8]?)] = []
            while try rows.step() {
                let session = SessionRow(
                    id: rows.text(0), person: Person.ID(rawValue: rows.integer(1)), kind: rows.text(2),
                    created: Instant(nanoseconds: rows.integer(3)), used: Instant(nanoseconds: rows.integer(4)),
                    expires: Instant(nanoseconds: rows.integer(5)), isRemembered: rows.integer(6) != 0,
                    device: rows.text(7))
                sessions.append((session, rows.isNull(8) ? nil : rows.bytes(8)))
            }
            return sessions
        }
    }

    /// Keeps a sign-in with the hash of what was handed out for it.
    package func add(_ session: SessionRow, secret: [UInt8]) throws(Failure) {
        try performWaiting { writer in
            let add = try writer.connection.prepare("INSERT INTO session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            add.bind(1, session.id)
            add.bind(2, session.person.rawValue)
            add.bind(3, session.kind)
            add.bind(4, session.created.nanoseconds)
            add.bind(5, session.used.nanoseconds)
            add.bind(6, session.expires.nanoseconds)
            add.bind(7, session.isRemembered ? 1 : 0)
            add.bind(8, session.device)
            try add.run()
            try writer.addToken(secret, of: session.id, at: session.created)
        }
    }

    /// The sign-in of a token's hash, and whether the token was used up; nil for one that was never given out.
    package func session(ofToken hash: [UInt8]) throws(Failure) -> (id: String, isUsed: Bool)? {
        try readers.read { connection in
            let row = try connection.prepare(
                """
                SELECT session, session_token.used IS NOT NULL FROM session_token JOIN session ON session.id = session
                WHERE hash = ?1 AND kind = 'token'
                """)
            row.bind(1, hash)
            return try row.step() ? (row.text(0), row.integer(1) != 0) : nil
        }
    }

    /// Uses a token up and keeps the next, in one step.
    /// - Returns: False when it was used up already.
    package func replaceToken(_ hash: [UInt8], by next: [UInt8], of session: SessionRow) throws(Failure) -> Bool {
        let isReplaced = Locked(false)
        try performWaiting { writer in
            let use = try writer.connection.prepare(
                "UPDATE session_token SET used = ?2 WHERE hash = ?1 AND used IS NULL")
            use.bind(1, hash)
            use.bind(2, session.used.nanoseconds)
            try use.run()
            guard writer.connection.changes == 1 else { return }
            try writer.addToken(next, of: session.id, at: session.used)
            try writer.touch(session)
            isReplaced.withLock { $0 = true }
        }
        return isReplaced.withLock { $0 }
    }

    /// Keeps when a sign-in was used and until when it lasts.
    package func touch(_ session: SessionRow) async throws(Failure) {
        try await perform { writer in try writer.touch(session) }
    }

    /// Ends sign-ins; their tokens go too.
    package func removeSessions(_ ids: [String]) throws(Failure) {
        try performWaiting { writer in
            let remove = try writer.connection.prepare("DELETE FROM session WHERE id = ?1")
            for id in ids {
                remove.bind(1, id)
                try remove.run()
            }
        }
    }
}

extension Writer {
    fileprivate func addToken(_ hash: [UInt8], of session: String, at now: Instant) throws(SQLiteError) {
        let add = try connection.prepare("INSERT INTO session_token (hash, session, made) VALUES (?1, ?2, ?3)")
        add.bind(1, hash)
        add.bind(2, session)
        add.bind(3, now.nanoseconds)
        try add.run()
    }

    fileprivate func touch(_ session: SessionRow) throws(SQLiteError) {
        let touch = try connection.prepare("UPDATE session SET used = ?2, expires = ?3 WHERE id = ?1")
        touch.bind(1, session.id)
        touch.bind(2, session.used.nanoseconds)
        touch.bind(3, session.expires.nanoseconds)
        try touch.run()
    }
}
