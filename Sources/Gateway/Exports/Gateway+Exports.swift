import Analysis
public import Exports
import Runtime
import Signals
import Store

extension Gateway {
    /// The formats that a night can be exported in.
    public static let exportFormats = ["edf", "csv", "json"]

    /// The files of a night in one format, with their manifest.
    /// - Throws: `Failure` with code `usage` for a format that there is not.
    public static func files(of view: NightView, format: String, bare: Bool = false) throws -> [ExportFile] {
        let content = content(of: view)
        let files: [ExportFile]
        switch format {
        case "edf": files = [try EDFExport.file(content)]
        case "csv": files = CSVExport.files(content, bare: bare)
        case "json": files = [JSONExport.file(content)]
        default:
            throw Failure(
                .usage,
                "“\(format)” is not a format of exports; there are \(exportFormats.joined(separator: ", ")).")
        }
        return files + [ExportManifest.file(content, files)]
    }

    /// A night as one file to download: EDF+ as it is, several files as a `.zip`.
    /// - Throws: `Failure` for a format that there is not.
    public static func download(_ view: NightView, format: String) throws -> ExportFile {
        let files = try files(of: view, format: format)
        if format != "csv", let file = files.first { return file }
        let label = content(of: view).label
        return ExportFile(
            name: "\(label).zip", mediaType: "application/zip", bytes: try ZipBundle.bytes(files))
    }

    private static func content(of view: NightView) -> ExportContent {
        var content = ExportContent(
            night: view.night, device: view.device.identity, zone: view.zone, epochs: view.epochs, epochSeconds: 30,
            beats: view.beats, readings: view.readings, isSynthetic: view.device.isSynthetic)
        content.losses = view.losses
        return content
    }
}
