import Documents
import Gateway
import Store

/// Files that were imported.
enum RecordingRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.recordings) { _, request in
            var document = RecordingListDocument()
            document.recordings = try gateway.recordings(request.visibility(gateway)).map { RecordingDocument($0) }
            return document
        }
        router.on(.recording) { asked, request in
            RecordingDetailDocument(
                try gateway.recording(RecordingID(rawValue: asked.id.rawValue), request.visibility(gateway)))
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
