import Documents
import Signals
import Store

extension AlertDocument {
    /// An alert as it goes over the wire.
    init(_ alert: Alert) {
        self.init()
        (id, time, severity) = (Int(alert.id.rawValue), alert.time, Severity(alert.severity))
        (kind, device) = (alert.kind.rawValue, alert.device?.rawValue)
        recording = alert.recording.map { Int($0.rawValue) }
        (message, nextStep) = (alert.message, alert.nextStep)
        (acknowledged, resolved) = (alert.acknowledged, alert.resolved)
    }
}

extension AlertDocument.Severity {
    fileprivate init(_ severity: Alert.Severity) {
        self =
            switch severity {
            case .notice: .notice
            case .warning: .warning
            case .urgent: .urgent
            }
    }
}
