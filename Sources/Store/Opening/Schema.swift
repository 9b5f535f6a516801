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
        first, results, baselines, registry, previews, joining, edits, health, accounts,
        companion, passages, refusals, bringers, activityAnalyses, passageWords, identity, erasing,
        sameBytes, recordingNumbers, deviceKeys, erasedStretches, dayFigures, bin,
        editAuthors, nightNotes, sampleChanges, liveRecordings, diaries, insights, dayTotals, workouts,
        insightChoices,
    ]
    /// The schema version after every migration.
    static var version: Int64 { Int64(migrations.count) }

    /// The values of `source.state` in ``first``.
    enum SourceState: Int64 {
        /// Seen by readers.
        case visible = 0
        /// An import under way.
        case pending = 1
        /// Being deleted piece by piece.
        case dropped = 2
        /// Of a recording that was deleted and can still be taken back.
        case binned = 3
    }

    /// What days came to, kept until something of them changes. A row without a body is being made: whatever changes its day
    /// meanwhile takes it away.
    private static let dayFigures = """
        CREATE TABLE day_figures (
            person INTEGER NOT NULL, zone TEXT NOT NULL, date INTEGER NOT NULL,
            version INTEGER NOT NULL, made INTEGER NOT NULL, body BLOB,
            PRIMARY KEY (person, zone, date)
        ) WITHOUT ROWID;
        CREATE INDEX day_figures_by_date ON day_figures (date);
        """

    /// What the samples of days come to by their type, as a whole and hour by hour; rows come and go as those of figures.
    private static let dayTotals = """
        CREATE TABLE day_totals (
            person INTEGER NOT NULL, zone TEXT NOT NULL, type TEXT NOT NULL, by_hour INTEGER NOT NULL,
            date INTEGER NOT NULL, version INTEGER NOT NULL, made INTEGER NOT NULL, body BLOB,
            PRIMARY KEY (person, zone, type, by_hour, date)
        ) WITHOUT ROWID;
        CREATE INDEX day_totals_by_date ON day_totals (date);
        """

    /// What workouts came to beside their minutes and their sport, in kcal and km.
    private static let workouts = """
        ALTER TABLE sample ADD COLUMN energy REAL;
        ALTER TABLE sample ADD COLUMN distance REAL;
        """

    /// In which hours samples have changed, and in which turn: what somebody asks for who has seen all up to another turn.
    /// Person -1 and no device stand for anybody, no type for all types. What a store has from before is never asked for by turn.
    private static let sampleChanges = """
        CREATE TABLE sample_turn (turn INTEGER NOT NULL, first INTEGER NOT NULL);
        INSERT INTO sample_turn VALUES (1, 1);
        CREATE TABLE sample_change (
            person INTEGER NOT NULL, device TEXT NOT NULL, type TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
            turn INTEGER NOT NULL, noted INTEGER NOT NULL,
            PRIMARY KEY (person, device, type, start, end)
        ) WITHOUT ROWID;
        CREATE INDEX sample_change_by_turn ON sample_change (turn);
        CREATE INDEX sample_change_by_age ON sample_change (noted);
        """

    /// Recordings of nights count with the files of recorders: a number names one of either.
    private static let liveRecordings = """
        ALTER TABLE night_recording ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        INSERT OR IGNORE INTO recording_number SELECT id FROM recording ORDER BY id DESC LIMIT 1;
        UPDATE night_recording SET number =
            ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'recording_number'), 0)
            + (SELECT count(*) FROM night_recording AS other WHERE other.id <= night_recording.id);
        INSERT INTO recording_number SELECT number FROM night_recording ORDER BY number DESC LIMIT 1;
        CREATE UNIQUE INDEX night_recording_by_number ON night_recording (number);
        """

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
}
