import Documents
import Gateway
import Store

/// Files that were imported, and what was recorded live.
enum RecordingRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.recordings) { _, request in
            var document = RecordingListDocument()
            let visibility = request.visibility(gateway)
            let files = try gateway.recordings(visibility).map { RecordingDocument($0) }
            let live = try gateway.liveRecordings(visibility).map { RecordingDocument($0) }
            document.recordings = (files + live).sorted { $0.id > $1.id }
            return document
        }
        router.on(.recording) { asked, request in
            let visibility = request.visibility(gateway)
            if let live = try gateway.liveRecording(asked.id.rawValue, visibility) {
                return RecordingDetailDocument(live)
            }
            return RecordingDetailDocument(
                try gateway.recording(RecordingID(rawValue: asked.id.rawValue), visibility))
        }
        router.on(.deleteRecording) { asked, request in
            RecordingDetailDocument(
                try await gateway.delete(RecordingID(rawValue: asked.id.rawValue), request.visibility(gateway)))
        }
        router.on(.restoreRecording) { asked, request in
            RecordingDetailDocument(
                try await gateway.restore(RecordingID(rawValue: asked.id.rawValue), request.visibility(gateway)))
        }
        router.on(.correctRecording) { asked, request in
            ImportDocument(
                try gateway.correct(
                    RecordingID(rawValue: asked.id.rawValue),
                    zone: try asked.zone.map { try HTTPRequest.zone(named: $0) },
                    shift: asked.shift, request.visibility(gateway)))
        }
    }
}
