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

    /// The files that a choice asks for, without the manifest; none is made yet.
    /// - Parameters:
    ///   - content: what is exported, with its raw signals where they are asked for.
    ///   - choice: what of it.
    /// - Throws: `Failure` with code `usage` for a format that has no place for what is asked for.
    package static func parts(of content: ExportContent, _ choice: ExportChoice) throws -> [ExportPart] {
        switch (choice.format, choice.dialect) {
        case (let format, .nightjar):
            let derived = choice.signals == .raw ? [] : format.parts(of: content, bare: choice.isBare)
            return try choice.signals == .derived ? derived : derived + format.rawParts(of: content, choice.isBare)
        case (.csv, .pyactigraphy): return [PyActigraphyExport.part(content)]
        case (.csv, .ggir): return GGIRExport.parts(content)
        default: throw Failure(.usage, "\(choice.dialect.rawValue) reads csv; ask for that format.")
        }
    }

    /// The files of the raw signals.
    private func rawParts(of content: ExportContent, _ bare: Bool) throws -> [ExportPart] {
        switch self {
        case .edf: [EDFRawExport.part(content)].compactMap(\.self)
        case .csv: CSVRawExport.parts(content, bare: bare)
        case .json: throw Failure(.usage, "Raw signals are exported as edf or csv.")
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
