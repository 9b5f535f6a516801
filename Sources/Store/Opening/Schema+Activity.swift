/// Tables for analyses of activity that programs send.
extension Schema {
    static let activityAnalyses = """
        CREATE TABLE activity_analysis (
            id TEXT PRIMARY KEY,
            person INTEGER NOT NULL, made INTEGER NOT NULL, status TEXT NOT NULL, body BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX activity_analysis_by_time ON activity_analysis (person, made);
        """
}
