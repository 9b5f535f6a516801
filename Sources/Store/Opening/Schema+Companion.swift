extension Schema {
    /// Reading sessions with their load, what was learned of a reader, texts to search, and breathing exercises.
    static let companion = """
        CREATE TABLE reading_baseline (
            person INTEGER PRIMARY KEY,
            first INTEGER NOT NULL, made INTEGER NOT NULL, windows INTEGER NOT NULL,
            speed REAL, errors REAL, pauses REAL, variability REAL
        );
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, words INTEGER,
            started INTEGER NOT NULL, ended INTEGER, end_cause TEXT,
            summary BLOB
        );
        CREATE INDEX sessions_by_person ON sessions (person, started);
        CREATE INDEX sessions_open ON sessions (id) WHERE ended IS NULL;
        CREATE TABLE session_event (
            session INTEGER NOT NULL REFERENCES sessions(id),
            sequence INTEGER NOT NULL, person INTEGER NOT NULL,
            time INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (session, sequence)
        ) WITHOUT ROWID;
        CREATE TABLE session_load (
            session INTEGER NOT NULL REFERENCES sessions(id),
            time INTEGER NOT NULL, person INTEGER NOT NULL,
            load REAL, state TEXT, confidence REAL NOT NULL, stale INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (session, time)
        ) WITHOUT ROWID;
        CREATE TABLE breathing (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL,
            started INTEGER NOT NULL, ended INTEGER, body BLOB NOT NULL
        );
        CREATE INDEX breathing_by_person ON breathing (person, started);
        CREATE TABLE document (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, language TEXT NOT NULL,
            size INTEGER NOT NULL, difficulty REAL, terms TEXT NOT NULL, added INTEGER NOT NULL,
            UNIQUE (person, name)
        );
        CREATE TABLE passage (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, document INTEGER NOT NULL REFERENCES document(id),
            position INTEGER NOT NULL, text TEXT NOT NULL
        );
        CREATE INDEX passage_by_document ON passage (document, position);
        CREATE VIRTUAL TABLE passage_index USING fts5 (
            text, content='passage', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2');
        CREATE TRIGGER passage_added AFTER INSERT ON passage BEGIN
            INSERT INTO passage_index (rowid, text) VALUES (new.id, new.text);
        END;
        CREATE TRIGGER passage_removed AFTER DELETE ON passage BEGIN
            INSERT INTO passage_index (passage_index, rowid, text) VALUES ('delete', old.id, old.text);
        END;
        CREATE TRIGGER passage_changed AFTER UPDATE OF text ON passage BEGIN
            INSERT INTO passage_index (passage_index, rowid, text) VALUES ('delete', old.id, old.text);
            INSERT INTO passage_index (rowid, text) VALUES (new.id, new.text);
        END;
        """

    /// Passages in the index itself: a store that trusts no schema runs no trigger on a virtual table.
    static let passages = """
        DROP TRIGGER passage_added;
        DROP TRIGGER passage_removed;
        DROP TRIGGER passage_changed;
        DROP TABLE passage_index;
        DROP TABLE passage;
        CREATE VIRTUAL TABLE passage USING fts5 (
            text, person UNINDEXED, document UNINDEXED, position UNINDEXED,
            tokenize='porter unicode61 remove_diacritics 2');
        """

    /// What a passage is found by stands beside what is shown of it; what is there already is found by its text as it was.
    static let passageWords = """
        CREATE TABLE passage_before AS SELECT rowid AS id, text, person, document, position FROM passage;
        DROP TABLE passage;
        CREATE VIRTUAL TABLE passage USING fts5 (
            text UNINDEXED, person UNINDEXED, document UNINDEXED, position UNINDEXED, words,
            tokenize='porter unicode61 remove_diacritics 2');
        INSERT INTO passage (rowid, text, person, document, position, words)
            SELECT id, text, person, document, position, text FROM passage_before;
        DROP TABLE passage_before;
        """
}
