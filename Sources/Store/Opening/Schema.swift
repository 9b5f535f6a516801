/// The tables, as numbered steps that only go forward. A step that has been released is never edited: a change is a
/// new step.
///
/// Every table of a series begins its key with `source`, then time, so that one device's stretch of time lies
/// together on disk and a month among years is one short walk. A source is one way in: a device's live link, or one
/// recording. Rows of a source are seen when its `state` says so; an import therefore appears at once and as a whole,
/// and its removal can be done piece by piece behind the readers' backs.
enum Schema {
    /// Written into each file's header: "NJST".
    static let applicationID: Int64 = 0x4E4A_5354
    /// The steps in order; a file's `user_version` counts those it has.
    static let migrations: [String] = [
        first, results, baselines, home, previews, joining, edits, health, accounts,
        companion, passages,
    ]
    /// The version of a file with every step.
    static var version: Int64 { Int64(migrations.count) }

    /// What ``first`` writes into `source.state`.
    enum SourceState: Int64 {
        /// Seen by readers.
        case visible = 0
        /// An import under way.
        case pending = 1
        /// To be deleted piece by piece.
        case dropped = 2
    }

    /// Devices whose live samples are only a look at them, such as a recorder's on its cable.
    private static let previews = "ALTER TABLE device ADD COLUMN preview INTEGER NOT NULL DEFAULT 0"

    /// What people send of their health beside what devices stream, and answers kept for requests that come again.
    private static let health = """
        CREATE TABLE health_upload (
            id TEXT PRIMARY KEY,
            person INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
            source TEXT, sync_token TEXT, received INTEGER NOT NULL, updated INTEGER NOT NULL,
            total INTEGER NOT NULL, accepted INTEGER NOT NULL, rejected INTEGER NOT NULL,
            faults BLOB NOT NULL, pending BLOB
        ) WITHOUT ROWID;
        CREATE INDEX health_upload_pending ON health_upload (received) WHERE pending IS NOT NULL;
        CREATE TABLE health_metric (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, metric TEXT NOT NULL, upload TEXT NOT NULL,
            type TEXT NOT NULL, device TEXT, source TEXT NOT NULL, time INTEGER NOT NULL, body BLOB NOT NULL,
            UNIQUE (person, metric)
        );
        CREATE INDEX health_metric_by_time ON health_metric (person, time, id);
        CREATE INDEX health_metric_by_upload ON health_metric (upload);
        CREATE TABLE sample (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, type TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
            value REAL, word TEXT NOT NULL, unit TEXT NOT NULL, device TEXT, source TEXT NOT NULL, upload TEXT NOT NULL,
            UNIQUE (person, type, start, end, source, word)
        );
        CREATE INDEX sample_by_upload ON sample (upload);
        CREATE TABLE kept_answer (
            person INTEGER NOT NULL, key TEXT NOT NULL,
            request TEXT NOT NULL, made INTEGER NOT NULL,
            status INTEGER NOT NULL, media_type TEXT, body BLOB NOT NULL,
            PRIMARY KEY (person, key)
        ) WITHOUT ROWID;
        CREATE INDEX kept_answer_by_age ON kept_answer (made);
        """

    /// What people say of their nights, beside what is scored.
    private static let edits = """
        CREATE TABLE night_edit (
            id INTEGER PRIMARY KEY,
            date INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device(id),
            start INTEGER NOT NULL, end INTEGER NOT NULL, lights_out INTEGER,
            made INTEGER NOT NULL, replaced INTEGER
        );
        CREATE INDEX night_edit_by_date ON night_edit (date) WHERE replaced IS NULL;
        """

    /// The household: who lives there, what the owner has taken in and allowed, nights being recorded, and alerts.
    private static let home = """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE known_device (
            id TEXT PRIMARY KEY,
            device INTEGER NOT NULL REFERENCES device(id),
            bus TEXT NOT NULL, given_name TEXT, profile TEXT, settings TEXT NOT NULL,
            connects INTEGER NOT NULL, paused INTEGER NOT NULL,
            description BLOB NOT NULL, adopted INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE consent_stream (
            id INTEGER PRIMARY KEY,
            known TEXT NOT NULL, channel TEXT,
            given INTEGER NOT NULL, withdrawn INTEGER
        );
        CREATE INDEX consent_by_device ON consent_stream (known, given);
        CREATE INDEX consent_in_force ON consent_stream (known, channel) WHERE withdrawn IS NULL;
        CREATE TABLE wearing (
            id INTEGER PRIMARY KEY,
            device INTEGER NOT NULL REFERENCES device(id),
            person INTEGER NOT NULL REFERENCES person(id),
            start INTEGER NOT NULL, end INTEGER,
            made INTEGER NOT NULL, replaced INTEGER
        );
        CREATE INDEX wearing_by_device ON wearing (device, start) WHERE replaced IS NULL;
        CREATE TABLE person_baseline (
            person INTEGER PRIMARY KEY REFERENCES person(id),
            method INTEGER NOT NULL,
            made INTEGER NOT NULL,
            heart_rate REAL NOT NULL, heart_rate_scale REAL NOT NULL, heart_rate_samples INTEGER NOT NULL,
            ln_rmssd REAL NOT NULL, ln_rmssd_scale REAL NOT NULL, ln_rmssd_samples INTEGER NOT NULL,
            ln_sdnn REAL NOT NULL, ln_sdnn_scale REAL NOT NULL, ln_sdnn_samples INTEGER NOT NULL
        );
        CREATE TABLE stream_choice (
            person INTEGER NOT NULL, stream TEXT NOT NULL,
            device INTEGER NOT NULL REFERENCES device(id),
            made INTEGER NOT NULL,
            PRIMARY KEY (person, stream)
        ) WITHOUT ROWID;
        CREATE TABLE night_schedule (
            id INTEGER PRIMARY KEY,
            person INTEGER REFERENCES person(id),
            starts_by TEXT NOT NULL, from_minute INTEGER NOT NULL, to_minute INTEGER NOT NULL, days INTEGER NOT NULL,
            zone TEXT NOT NULL, is_on INTEGER NOT NULL
        );
        CREATE TABLE night_recording (
            id INTEGER PRIMARY KEY,
            person INTEGER REFERENCES person(id),
            started INTEGER NOT NULL, start_cause TEXT NOT NULL, planned_end INTEGER, schedule INTEGER,
            ended INTEGER, end_cause TEXT, end_detail TEXT,
            alive INTEGER NOT NULL
        );
        CREATE INDEX night_recording_by_start ON night_recording (started);
        CREATE INDEX night_recording_open ON night_recording (started) WHERE ended IS NULL;
        CREATE TABLE night_recording_device (
            recording INTEGER NOT NULL REFERENCES night_recording(id),
            device INTEGER NOT NULL REFERENCES device(id),
            PRIMARY KEY (recording, device)
        ) WITHOUT ROWID;
        CREATE TABLE alert (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL, severity TEXT NOT NULL, kind TEXT NOT NULL,
            device INTEGER REFERENCES device(id), recording INTEGER,
            message TEXT NOT NULL, next_step TEXT,
            acknowledged INTEGER, resolved INTEGER
        );
        CREATE INDEX alert_open ON alert (id) WHERE acknowledged IS NULL;
        """

    /// Devices that join a night in its middle, and where each alert has been told.
    private static let joining = """
        ALTER TABLE night_recording ADD COLUMN is_chosen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE night_recording_device ADD COLUMN joined INTEGER;
        CREATE TABLE alert_told (
            alert INTEGER NOT NULL REFERENCES alert(id),
            outlet TEXT NOT NULL, told INTEGER NOT NULL,
            PRIMARY KEY (alert, outlet)
        ) WITHOUT ROWID;
        """

    /// What a person is like at rest, by the last session of a device.
    private static let baselines = """
        CREATE TABLE load_baseline (
            device INTEGER PRIMARY KEY REFERENCES device(id),
            method INTEGER NOT NULL,
            made INTEGER NOT NULL,
            heart_rate REAL NOT NULL, heart_rate_scale REAL NOT NULL, heart_rate_samples INTEGER NOT NULL,
            ln_rmssd REAL NOT NULL, ln_rmssd_scale REAL NOT NULL, ln_rmssd_samples INTEGER NOT NULL,
            ln_sdnn REAL NOT NULL, ln_sdnn_scale REAL NOT NULL, ln_sdnn_samples INTEGER NOT NULL
        );
        """

    /// What the analysis makes of the series. A reading's words (methods, reasons) repeat themselves thousands of
    /// times a day and are kept once.
    private static let results = """
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

    private static let first = """
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
}
