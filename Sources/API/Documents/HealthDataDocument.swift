import Documents
import Gateway
import Runtime
import Signals
import Store

/// An upload of metrics, and metrics, as JSON.
enum HealthDataDocument {
    static func write(_ upload: HealthUpload, now: Instant, _ json: inout JSONText) {
        json.object { json in
            json.field("processing_id", upload.id)
            json.field("status", upload.status.rawValue)
            json.field("accepted_metrics", upload.accepted)
            json.field("rejected_metrics", upload.rejected)
            json.field("validation_errors", raw: upload.faults)
            json.field("estimated_processing_time", upload.progress == 1 ? 0 : nil as Int?)
            json.field("sync_token", upload.syncToken)
            json.field("message", message(upload))
            json.field("timestamp", now.rfc3339)
        }
    }

    static func message(_ upload: HealthUpload) -> String {
        let what = upload.kind == .metrics ? "metrics" : "samples"
        return switch upload.status {
        case .received: "\(upload.total) \(what) are waiting to be looked at."
        case .processing: "\(upload.accepted + upload.rejected) of \(upload.total) \(what) were looked at."
        case .completed: "All \(upload.accepted) \(what) were kept."
        case .failed: "None of the \(upload.total) \(what) could be kept; the errors say why."
        case .requiresReview:
            "\(upload.accepted) of \(upload.total) \(what) were kept and \(upload.rejected) refused; the errors say why."
        }
    }

    /// A metric as it was sent, with the names that it got here.
    static func write(_ metric: HealthMetric, _ json: inout JSONText) {
        var members = (try? JSONValue(parsing: metric.body))?.object ?? [:]
        members["metric_id"] = .string(metric.id)
        members["created_at"] = .string(metric.time.rfc3339)
        members["processing_id"] = .string(metric.upload)
        members["upload_source"] = .string(metric.source)
        json.value(.object(members))
    }
}
