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
            let sight = request.sight(gateway)
            return try await answer(request, gateway) {
                try gateway.content(of: RecordingID(rawValue: number), sight)
            }
        }
    }

    /// One file to save; or with `list` the names of all files, and with `file` one of them.
    static func answer(
        _ request: HTTPRequest, _ gateway: Gateway, _ read: () async throws -> ExportContent
    ) async throws -> HTTPResponse {
        let (content, right) = try await gateway.held(request.sight(gateway), read)
        let format = request.query["format"] ?? "edf"
        guard ExportFormat(rawValue: format) != nil else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem.parameter("“\(format)” is not a format of exports; there are \(known).")
        }
        let parts = try Gateway.parts(of: content, format: format, bare: try request.query.flag("bare"))
        if try request.query.flag("list") {
            return .json { json in json.array("files", parts.map(\.name) + [ExportManifest.name(content)]) }
        }
        let isAllowed = isHeld(right, by: request.reader(gateway), gateway)
        let made = try await gateway.make(content, parts, file: request.query["file"])
        // What went to somebody else while it was made is not to be had, and parts of it may be missing.
        guard try gateway.stands(right), isAllowed() else { throw Gateway.changed }
        var answer = HTTPResponse.file(try OpenFile(path: made.path), contentType: made.mediaType)
            .attachment(named: made.name).whileAllowed(isAllowed)
        // As every read of JSON has one.
        if made.mediaType == "application/json", let digest = made.digest {
            let tag = "\"\(digest.prefix(32))\""
            answer.headers.set("ETag", tag)
            answer.headers.set("Cache-Control", "private, no-cache")
            if EntityTag.isKnown(tag, to: request.headers) { (answer.status, answer.body) = (304, .none) }
        }
        return answer
    }

    /// Whether whoever asks may still have all of it, whoever is said to have worn the device by then.
    private static func isHeld(
        _ right: ExportRight, by reader: Reader, _ gateway: Gateway
    ) -> @Sendable () -> Bool {
        { [weak gateway] in
            guard let gateway, let now = reader.now else { return false }
            return gateway.holds(right, gateway.sight(of: now.person, isOwner: now.role == .admin))
        }
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
