import Exports
import Gateway
import Runtime
import Signals
import Store

/// Recordings, and exports of them and of nights.
enum ExportRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.get("/api/v1/recordings", .recordings) { request in
            let sight = request.sight(gateway)
            let recordings = try gateway.store.recordings().filter { gateway.sees($0, sight) }
            return .json { json in
                json.array("recordings") { json in for recording in recordings { write(recording, &json) } }
            }
        }
        router.get("/api/v1/recordings/{id}/export", .exportRecording) { request in
            let number = try request.number("id")
            return try answer(request, try gateway.content(of: RecordingID(rawValue: number), request.sight(gateway)))
        }
    }

    /// One file to save; or with `list` the names of all files, and with `file` one of them.
    static func answer(_ request: HTTPRequest, _ content: ExportContent) throws -> HTTPResponse {
        let format = request.query["format"] ?? "edf"
        guard ExportFormat(rawValue: format) != nil else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem.parameter("“\(format)” is not a format of exports; there are \(known).")
        }
        let files = try Gateway.files(of: content, format: format, bare: try request.query.flag("bare"))
        if try request.query.flag("list") {
            return .json { json in json.array("files", files.map(\.name)) }
        }
        let file: ExportFile
        if let name = request.query["file"] {
            guard let found = files.first(where: { $0.name == name }) else {
                throw Failure(.notFound, "The export has no file “\(name)”; with list=true it tells those that it has.")
            }
            file = found
        } else {
            file = try Gateway.download(files, of: content)
        }
        return .bytes(file.bytes, contentType: file.mediaType).attachment(named: file.name)
    }

    private static func write(_ recording: StoredRecording, _ json: inout JSONText) {
        json.object { json in
            json.field("id", Int(recording.id.rawValue))
            json.field("name", recording.file.name)
            json.field("bytes", recording.file.size)
            json.field("format", recording.file.format)
            json.field("state", recording.state.rawValue)
            json.field("reason", recording.reason)
            json.field("device", recording.device?.rawValue)
            json.field("start_s", recording.firstSample)
            json.field("end_s", recording.lastSample)
            json.field("imported_s", recording.finished)
        }
    }
}
