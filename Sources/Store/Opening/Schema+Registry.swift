/// Migrations of the registry: devices, people and edits of nights.
extension Schema {
    /// The registry: people, adopted devices with their consents, recordings of nights, and alerts.
    static let registry = """
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

    /// Devices whose live samples are only a look at them, such as a recorder's on its cable.
    static let previews = "ALTER TABLE device ADD COLUMN preview INTEGER NOT NULL DEFAULT 0"

    /// Devices that join a night in its middle, and where each alert has been told.
    static let joining = """
        ALTER TABLE night_recording ADD COLUMN is_chosen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE night_recording_device ADD COLUMN joined INTEGER;
        CREATE TABLE alert_told (
            alert INTEGER NOT NULL REFERENCES alert(id),
            outlet TEXT NOT NULL, told INTEGER NOT NULL,
            PRIMARY KEY (alert, outlet)
        ) WITHOUT ROWID;
        """

    /// What people say of their nights, beside what is scored.
    static let edits = """
        CREATE TABLE night_edit (
            id INTEGER PRIMARY KEY,
            date INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device(id),
            start INTEGER NOT NULL, end INTEGER NOT NULL, lights_out INTEGER,
            made INTEGER NOT NULL, replaced INTEGER
        );
        CREATE INDEX night_edit_by_date ON night_edit (date) WHERE replaced IS NULL;
        """

    /// Who said when the sleep of a night was, and that somebody may know of no more than when the lights went out.
    static let editAuthors = """
        CREATE TABLE night_edit_by_author (
            id INTEGER PRIMARY KEY,
            date INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device(id),
            start INTEGER, end INTEGER, lights_out INTEGER,
            author INTEGER, made INTEGER NOT NULL, replaced INTEGER
        );
        INSERT INTO night_edit_by_author SELECT id, date, device, start, end, lights_out, NULL, made, replaced FROM night_edit;
        DROP TABLE night_edit;
        ALTER TABLE night_edit_by_author RENAME TO night_edit;
        CREATE INDEX night_edit_by_date ON night_edit (date) WHERE replaced IS NULL;
        CREATE INDEX night_edit_by_night ON night_edit (device, date);
        """

    /// Notes and tags of nights, and which night of a date is shown, as people say. `at` is a moment within the night, by
    /// which it goes along with the recorder's clock and with whoever wore the recorder then; `note` is the same in all
    /// versions of a note.
    static let nightNotes = """
        CREATE TABLE night_note (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            note INTEGER NOT NULL, kind TEXT NOT NULL,
            date INTEGER NOT NULL, device INTEGER NOT NULL REFERENCES device(id), at INTEGER NOT NULL,
            text TEXT NOT NULL, author INTEGER, made INTEGER NOT NULL, replaced INTEGER
        );
        CREATE INDEX night_note_by_date ON night_note (date) WHERE replaced IS NULL;
        CREATE INDEX night_note_by_night ON night_note (device, date);
        CREATE INDEX night_note_in_force ON night_note (note) WHERE replaced IS NULL;
        """

    /// What people wrote in their sleep diaries. An entry that another takes the place of stays, so that an import can be taken
    /// back.
    static let diaries = """
        CREATE TABLE diary_entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL, date INTEGER NOT NULL, zone TEXT NOT NULL,
            in_bed INTEGER, lights_out INTEGER, asleep INTEGER, awake INTEGER, got_up INTEGER,
            awakenings INTEGER, awake_min REAL, quality INTEGER, naps TEXT, not_worn TEXT, text TEXT,
            source TEXT, imported INTEGER, author INTEGER, made INTEGER NOT NULL, replaced INTEGER, replaced_by INTEGER
        );
        CREATE UNIQUE INDEX diary_entry_in_force ON diary_entry (date, person) WHERE replaced IS NULL;
        CREATE INDEX diary_entry_replaced ON diary_entry (replaced_by) WHERE replaced_by IS NOT NULL;
        CREATE INDEX diary_entry_imported ON diary_entry (imported) WHERE imported IS NOT NULL;
        """

    /// Who brought a recording: the same bytes are there once for each, and nobody learns that another has them. And
    /// numbers of people that are never given again, as rows outlive whom they name.
    static let bringers = """
        ALTER TABLE recording ADD COLUMN person INTEGER;
        DROP INDEX recording_by_content;
        CREATE UNIQUE INDEX recording_by_content ON recording (sha256, ifnull(person, 0))
            WHERE state IN ('importing', 'complete');
        CREATE TABLE person_number (id INTEGER PRIMARY KEY AUTOINCREMENT);
        INSERT INTO person_number SELECT id FROM person ORDER BY id DESC LIMIT 1;
        """

    /// Nobody brings the same bytes twice, but an owner may give somebody what they have already, and take it back.
    static let sameBytes = """
        DROP INDEX recording_by_content;
        CREATE INDEX recording_by_content ON recording (sha256, ifnull(person, 0))
            WHERE state IN ('importing', 'complete');
        """

    /// Numbers of recordings that are never given again: what still holds the number of one that is gone must not mean
    /// somebody else's.
    static let recordingNumbers = """
        CREATE TABLE recording_number (id INTEGER PRIMARY KEY AUTOINCREMENT);
        INSERT INTO recording_number SELECT id FROM recording ORDER BY id DESC LIMIT 1;
        """

    /// Streams of theirs that people do not want to be recorded, whichever device they wear.
    static let refusals = """
        CREATE TABLE stream_refusal (
            id INTEGER PRIMARY KEY,
            person INTEGER NOT NULL, channel TEXT NOT NULL,
            made INTEGER NOT NULL, withdrawn INTEGER
        );
        CREATE UNIQUE INDEX stream_refusal_in_force ON stream_refusal (person, channel) WHERE withdrawn IS NULL;
        """

    /// Keys that open devices, as their owner entered them.
    static let deviceKeys = """
        CREATE TABLE device_key (known TEXT PRIMARY KEY, bytes BLOB NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
        """

    /// When devices were worn by somebody who was deleted with all that was theirs, and not by whom: what such a device
    /// has kept in its own memory is not taken over again.
    static let erasedStretches = """
        CREATE TABLE erased_stretch (device TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL);
        """

    /// When a recording was deleted that can still be taken back.
    static let bin = "ALTER TABLE recording ADD COLUMN deleted INTEGER"

    /// The name by which the marker beside the database knows it again.
    static let identity = """
        INSERT OR IGNORE INTO access_setting VALUES ('store_identity', lower(hex(randomblob(16))));
        """

    /// People whose rows are deleted and of whom the unused space of the file may still hold something: it is written
    /// anew, after a crash too, before their numbers leave this list.
    static let erasing = "CREATE TABLE erasing (person INTEGER PRIMARY KEY, deleted INTEGER NOT NULL)"
}
