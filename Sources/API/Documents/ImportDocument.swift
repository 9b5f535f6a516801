import Documents
import Gateway
import Runtime
import Signals
import Store

/// The status of an import as JSON.
enum ImportDocument {
    static func write(_ status: ImportStatus, _ json: inout JSONText) {
        json.object { json in
            json.field("id", status.id)
            json.field("name", status.fileName)
            json.field("state", status.stage.rawValue)
            json.field("fraction", status.fraction)
            json.field("message", status.message)
            json.array("nights", status.nights.map(\.description))
            json.field("device", status.device?.rawValue)
            json.field("recording", status.recording.map { Int($0.rawValue) })
        }
    }
}
