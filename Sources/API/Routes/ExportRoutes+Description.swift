import Exports

extension RouteDescription {
    static var recordings: RouteDescription {
        .about("Recordings that were imported", "imports", replies: [200: .object(["recordings": .array(.recording)])])
    }

    static var exportRecording: RouteDescription {
        .about(
            "A recording in another format", "exports", path: ["id": .rowNumber], query: exportQuery(false),
            replies: [200: .file], problems: [400, 404, 409, 429, 503])
    }

    /// Arguments of an export.
    static func exportQuery(_ hasDevice: Bool) -> KeyValuePairs<String, Schema> {
        [
            "format": .words(ExportFormat.allCases.map(\.rawValue)), "bare": .boolean,
            "list": .boolean.about("The names of the files instead of one"), "file": .string, "device": .string,
        ]
    }
}
