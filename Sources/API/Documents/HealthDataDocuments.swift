import Documents
import Gateway
import Runtime
import Signals
import Store

extension HealthUploadDocument {
    /// What became of an upload, told at some time.
    init(_ upload: HealthUpload, at time: Instant) {
        self.init()
        id = upload.id
        status =
            switch upload.status {
            case .received: .received
            case .processing: .processing
            case .completed: .completed
            case .failed: .failed
            case .requiresReview: .requiresReview
            }
        (accepted, rejected, faults) = (upload.accepted, upload.rejected, HealthFaultDocument.all(of: upload))
        estimatedTime = upload.progress == 1 ? 0 : nil
        (syncToken, message, self.time) = (upload.syncToken, upload.message, UTCTime(time))
    }
}

extension HealthKitReceiptDocument {
    /// What is said of samples that were taken.
    init(_ upload: HealthUpload, _ sent: HealthKitUploadRequest) {
        self.init()
        (id, queued) = (HealthKitUploadID(upload.id), UTCTime(upload.received))
        (received.quantities, received.categories) = (sent.quantities?.count ?? 0, sent.categories?.count ?? 0)
        (received.workouts, received.correlations) = (sent.workouts?.count ?? 0, sent.correlations?.count ?? 0)
        (syncToken, message) = (upload.syncToken, upload.message)
    }
}

extension HealthKitStatusDocument {
    /// How far an upload is.
    init(_ upload: HealthUpload) {
        self.init()
        id = HealthKitUploadID(upload.id)
        status =
            switch upload.status {
            case .received: .queued
            case .processing: .processing
            case .completed: .completed
            case .failed: .failed
            case .requiresReview: .requiresReview
            }
        (progress, message, updated) = (upload.progress, upload.message, UTCTime(upload.updated))
        (accepted, rejected, faults) = (upload.accepted, upload.rejected, HealthFaultDocument.all(of: upload))
    }
}

extension HealthFaultDocument {
    /// Those of an upload, as they are kept.
    fileprivate static func all(of upload: HealthUpload) -> [HealthFaultDocument] {
        guard case .array(let faults)? = try? JSONValue(parsing: upload.faults) else { return [] }
        return faults.compactMap { try? FieldReader.answer(HealthFaultDocument.self, $0.text) }
    }
}

extension StoredHealthMetricDocument {
    /// A metric as it was sent, with the names that it got here.
    init(_ metric: HealthMetric) {
        var members = (try? JSONValue(parsing: metric.body))?.object ?? [:]
        members["metric_id"] = .string(metric.id)
        members["created_at"] = .string(metric.time.rfc3339)
        members["processing_id"] = .string(metric.upload)
        members["upload_source"] = .string(metric.source)
        self.init(members)
    }
}

extension HealthUpload {
    /// What became of it, for people.
    fileprivate var message: String {
        let what = kind == .metrics ? "metrics" : "samples"
        return switch status {
        case .received: "\(total) \(what) are waiting to be looked at."
        case .processing: "\(accepted + rejected) of \(total) \(what) were looked at."
        case .completed: "All \(accepted) \(what) were kept."
        case .failed: "None of the \(total) \(what) could be kept; the errors say why."
        case .requiresReview:
            "\(accepted) of \(total) \(what) were kept and \(rejected) refused; the errors say why."
        }
    }
}
