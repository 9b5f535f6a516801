/// The tables whose rows belong to one person by a column `person`, 0 for a box where nobody was entered yet.
///
/// What a person takes home, what is deleted with them, and what the first owner takes over is decided by this list: a
/// new table of somebody's data is added here.
package enum PersonalTables {
    /// The tables with personal data, children before parents.
    package static let names: [String] = [
        "sample", "health_metric", "health_upload", "kept_answer", "activity_analysis",
        "session_event", "session_load", "sessions", "reading_baseline", "breathing", "passage", "document",
        "stream_refusal",
    ]
}
