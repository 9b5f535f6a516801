package import Documents
import Signals

extension ExportFormat {
    /// The files of `content` in this format, without the manifest; none is made yet.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - bare: leaves out the lines above the header rows of CSV tables.
    package func parts(of content: ExportContent, bare: Bool = false) -> [ExportPart] {
        switch self {
        case .edf: [EDFExport.part(content)]
        case .csv: CSVExport.parts(content, bare: bare)
        case .json: [JSONExport.part(content)]
        }
    }

    /// The files of `content` in this format, without the manifest, all in memory: for a night.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - bare: leaves out the lines above the header rows of CSV tables.
    /// - Throws: `Failure` when the window does not fit the format.
    package func files(of content: ExportContent, bare: Bool = false) throws -> [ExportFile] {
        try parts(of: content, bare: bare).map { try $0.file() }
    }
}
