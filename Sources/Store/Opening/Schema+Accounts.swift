extension Schema {
    /// People who can sign in, and their sign-ins. Of passwords, tokens and cookies only hashes are here.
    static let accounts = """
        CREATE TABLE account (
            person INTEGER PRIMARY KEY REFERENCES person(id),
            email TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
            password TEXT, issuer TEXT, subject TEXT,
            created INTEGER NOT NULL,
            UNIQUE (issuer, subject)
        );
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES account(person),
            kind TEXT NOT NULL,
            created INTEGER NOT NULL, used INTEGER NOT NULL, expires INTEGER NOT NULL,
            remembered INTEGER NOT NULL, device TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX session_by_person ON session (person);
        CREATE TABLE session_token (
            hash BLOB PRIMARY KEY,
            session TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
            made INTEGER NOT NULL, used INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX session_token_by_session ON session_token (session);
        CREATE TABLE access_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """
}
