/// Tables for what is written about a person's days.
extension Schema {
    /// Of one day there is one insight in each language, written anew as the day's figures change; those that a
    /// program asked for have no day.
    static let insights = """
        CREATE TABLE insight (
            person INTEGER NOT NULL, id TEXT NOT NULL, day INTEGER, language TEXT NOT NULL,
            made INTEGER NOT NULL, dismissed INTEGER, body BLOB NOT NULL,
            PRIMARY KEY (person, id)
        ) WITHOUT ROWID;
        CREATE INDEX insight_by_time ON insight (person, made);
        CREATE UNIQUE INDEX insight_of_day ON insight (person, day, language);
        """

    /// How often insights are written of a person, and of what kinds none; no row for who has not chosen.
    static let insightChoices = """
        CREATE TABLE insight_choice (
            person INTEGER PRIMARY KEY, frequency TEXT NOT NULL, muted TEXT NOT NULL
        ) WITHOUT ROWID;
        """
}
