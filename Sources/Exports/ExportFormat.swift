import Signals

/// What an export can be written as.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// EDF+C, for sleep software.
    case edf
    /// Comma-separated values, one table per stream.
    case csv
    /// One JSON object.
    case json

    /// The files of `content` in this format, without the manifest.
    /// - Parameters:
    ///   - content: what is taken home.
    ///   - bare: leaves out the lines above the header rows of CSV tables.
    /// - Throws: `Failure` when the window does not fit the format.
    public func files(of content: ExportContent, bare: Bool = false) throws -> [ExportFile] {
        switch self {
        case .edf: [try EDFExport.file(content)]
        case .csv: CSVExport.files(content, bare: bare)
        case .json: [JSONExport.file(content)]
        }
    }
}
