/// What an export can be written as.
public enum ExportFormat: String, Word {
    /// EDF+C, for sleep software.
    case edf
    /// Comma-separated values, one table per stream.
    case csv
    /// One JSON object.
    case json
}
