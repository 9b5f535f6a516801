import Signals
import Store

extension ImportStatus {
    private static let prefix = "recording-"

    /// The status of an import of an earlier run, by what the store keeps of it; nil for one under way.
    init?(_ recording: StoredRecording, nights: [CivilDate]) {
        let stage: Stage
        let message: String
        switch recording.state {
        case .importing: return nil
        case .complete:
            (stage, message) = (.complete, nights.isEmpty ? "In the store; without a night." : "In the store.")
        case .failed: (stage, message) = (.failed, recording.reason ?? "The reason is not known any more.")
        case .cancelled: (stage, message) = (.cancelled, Self.stopped)
        }
        self.init(
            id: "\(Self.prefix)\(recording.id.rawValue)", fileName: recording.file.name, stage: stage, fraction: 1,
            message: message, nights: nights, device: recording.device,
            recording: recording.state == .complete ? recording.id : nil)
        person = recording.person
    }

    /// The message of an import that was cancelled.
    static let stopped = "Stopped; nothing of this file was kept."

    /// The recording that an identifier of an earlier import names; nil for others.
    static func recording(of id: String) -> RecordingID? {
        guard id.hasPrefix(prefix) else { return nil }
        return Int64(id.dropFirst(prefix.count)).map(RecordingID.init(rawValue:))
    }
}
