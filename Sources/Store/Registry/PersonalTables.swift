/// The tables whose rows belong to one person by a column `person`, 0 for a box where nobody was entered yet.
///
/// What a person takes home, what is deleted with them, and what the first owner takes over is decided by this list: a
/// new table of somebody's data is added here.
package enum PersonalTables {
    /// The tables with personal data, children before parents.
    package static let names: [String] = [
        "sample", "health_metric", "health_upload", "kept_answer", "activity_analysis",
        "session_event", "session_load", "sessions", "reading_baseline", "breathing", "passage", "document",
        "stream_refusal", "day_figures", "day_totals", "sample_change", "diary_entry", "insight",
        "insight_choice",
    ]
}

extension PersonalTables {
    /// Has the database take no row of somebody who has left: what they sent before may still be on its way.
    static func refuseRowsOfGone(_ connection: borrowing Connection) throws(SQLiteError) {
        // The texts of passages are a virtual table, which takes no trigger; those of a document go with it.
        for table in names + ["recording"] where table != "passage" {
            try connection.execute(
                """
                CREATE TEMP TRIGGER gone_\(table) BEFORE INSERT ON main.\(table)
                WHEN NEW.person > 0 AND NOT EXISTS (SELECT 1 FROM main.person WHERE id = NEW.person)
                    AND NEW.person <= ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = 'person_number'), 0)
                BEGIN SELECT RAISE(ABORT, 'that person has left'); END
                """)
        }
    }
}
