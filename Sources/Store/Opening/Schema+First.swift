/// The first steps: series, recordings and what is computed from them.
extension Schema {
    static let first = """
        CREATE TABLE device (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            maker TEXT NOT NULL, model TEXT NOT NULL, serial TEXT NOT NULL, firmware TEXT NOT NULL,
            synthetic INTEGER NOT NULL,
            first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL
        );
        CREATE TABLE recording (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL,
            name TEXT NOT NULL, size INTEGER NOT NULL,
            format TEXT NOT NULL, decoder INTEGER NOT NULL,
            state TEXT NOT NULL, reason TEXT,
            device INTEGER REFERENCES device(id),
            started INTEGER NOT NULL, finished INTEGER,
            first_sample INTEGER, last_sample INTEGER,
            summary BLOB
        );
        CREATE UNIQUE INDEX recording_by_content ON recording (sha256) WHERE state IN ('importing', 'complete');
        CREATE TABLE recording_chunk (
            recording INTEGER NOT NULL REFERENCES recording(id),
            start INTEGER NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (recording, start)
        );
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            device INTEGER NOT NULL REFERENCES device(id),
            recording INTEGER REFERENCES recording(id),
            state INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX source_by_device ON source (device, ifnull(recording, 0)) WHERE state < 2;
        CREATE INDEX source_dropped ON source (id) WHERE state = 2;
        CREATE TABLE stream (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id),
            channel TEXT NOT NULL, unit TEXT NOT NULL, axes INTEGER NOT NULL,
            longest INTEGER NOT NULL DEFAULT 0, newest INTEGER,
            UNIQUE (source, channel, unit, axes)
        );
        CREATE TABLE raw_batch (
            id INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES stream(id),
            start INTEGER NOT NULL, sequence INTEGER NOT NULL,
            end INTEGER NOT NULL, samples INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (stream, start, sequence)
        );
        CREATE TABLE raw_block (
            id INTEGER PRIMARY KEY,
            stream INTEGER NOT NULL REFERENCES stream(id),
            start INTEGER NOT NULL, end INTEGER NOT NULL,
            samples INTEGER NOT NULL, size INTEGER NOT NULL,
            body BLOB NOT NULL
        );
        CREATE INDEX raw_block_by_time ON raw_block (stream, start, end);
        CREATE TABLE beat (
            source INTEGER NOT NULL REFERENCES source(id),
            time INTEGER NOT NULL,
            rr REAL, label TEXT NOT NULL, provisional INTEGER NOT NULL,
            PRIMARY KEY (source, time)
        ) WITHOUT ROWID;
        CREATE TABLE epoch (
            source INTEGER NOT NULL REFERENCES source(id),
            seconds INTEGER NOT NULL, start INTEGER NOT NULL,
            samples INTEGER, enmo REAL, mad REAL, angle_z REAL,
            beats INTEGER, rate REAL,
            PRIMARY KEY (source, seconds, start)
        ) WITHOUT ROWID;
        CREATE TABLE loss (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id),
            at INTEGER NOT NULL,
            first INTEGER, end INTEGER,
            cause TEXT NOT NULL, channel TEXT, count REAL, unit TEXT NOT NULL, detail TEXT NOT NULL,
            identity TEXT NOT NULL
        );
        CREATE UNIQUE INDEX loss_by_time ON loss (source, at, identity);
        """

    /// What the analysis makes of the series. A reading's words (methods, reasons) repeat themselves thousands of
    /// times a day and are kept once.
    static let results = """
        CREATE TABLE context (
            id INTEGER PRIMARY KEY,
            body BLOB NOT NULL UNIQUE
        );
        CREATE TABLE reading (
            source INTEGER NOT NULL REFERENCES source(id),
            time INTEGER NOT NULL,
            load REAL, load_time INTEGER, p REAL, state TEXT, confidence REAL,
            heart_rate REAL, rmssd REAL, sdnn REAL, motion REAL,
            stale INTEGER NOT NULL, assessment INTEGER NOT NULL,
            detail BLOB NOT NULL,
            context INTEGER NOT NULL REFERENCES context(id),
            PRIMARY KEY (source, time)
        ) WITHOUT ROWID;
        CREATE TABLE night (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL REFERENCES source(id),
            date INTEGER NOT NULL, zone TEXT NOT NULL,
            period_start INTEGER, period_end INTEGER,
            total_sleep_time REAL, sleep_efficiency REAL, confidence REAL,
            period_method TEXT NOT NULL, period_version INTEGER NOT NULL,
            scoring_method TEXT NOT NULL, scoring_version INTEGER NOT NULL,
            made INTEGER NOT NULL,
            size INTEGER NOT NULL, body BLOB NOT NULL,
            UNIQUE (source, date, period_method, period_version, scoring_method, scoring_version)
        );
        CREATE INDEX night_by_date ON night (
            date, source, confidence, made, period_start, total_sleep_time, sleep_efficiency);
        """

    /// What a person is like at rest, by the last session of a device.
    static let baselines = """
        CREATE TABLE load_baseline (
            device INTEGER PRIMARY KEY REFERENCES device(id),
            method INTEGER NOT NULL,
            made INTEGER NOT NULL,
            heart_rate REAL NOT NULL, heart_rate_scale REAL NOT NULL, heart_rate_samples INTEGER NOT NULL,
            ln_rmssd REAL NOT NULL, ln_rmssd_scale REAL NOT NULL, ln_rmssd_samples INTEGER NOT NULL,
            ln_sdnn REAL NOT NULL, ln_sdnn_scale REAL NOT NULL, ln_sdnn_samples INTEGER NOT NULL
        );
        """
}
