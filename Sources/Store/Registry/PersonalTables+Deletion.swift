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
