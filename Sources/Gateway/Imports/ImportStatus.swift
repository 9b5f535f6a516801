package import Signals
package import Store

/// The progress of an import.
package struct ImportStatus: Hashable, Sendable {
    /// The stages, in order, and the four final ones.
    package enum Stage: String, Hashable, Sendable {
        case receiving, decoding, analysing, complete, duplicate, failed, cancelled

        /// Whether the import has ended.
        package var isFinal: Bool {
            switch self {
            case .receiving, .decoding, .analysing: false
            case .complete, .duplicate, .failed, .cancelled: true
            }
        }
    }

    /// The import's id, unique in this store.
    package var id: String
    /// The file's name.
    package var fileName: String
    /// The stage that it has reached.
    package var stage: Stage
    /// The part of the present stage that is done, 0 ... 1.
    package var fraction: Double
    /// For a person: what was found, or what went wrong and what to do.
    package var message: String
    /// The dates of the nights that were found.
    package var nights: [CivilDate]
    /// The device that the file came from, under the name of what this person brought of it; nil until it is known.
    package var device: DeviceID?
    /// The recording in the store; nil until it is there.
    package var recording: RecordingID?
    /// Whose it is by having brought it; nil for the gateway itself.
    package var person: Person.ID?

    /// Memberwise; what is not given has its default.
    package init(
        id: String, fileName: String, stage: Stage, fraction: Double = 0, message: String = "",
        nights: [CivilDate] = [], device: DeviceID? = nil, recording: RecordingID? = nil
    ) {
        self.id = id
        self.fileName = fileName
        self.stage = stage
        self.fraction = fraction
        self.message = message
        self.nights = nights
        self.device = device
        self.recording = recording
    }
}

extension ImportStatus {
    private static let prefix = "recording-"

    /// The status of an import of an earlier run, by what the store keeps of it; nil for one under way.
    init?(_ recording: StoredRecording, nights: [CivilDate]) {
        let stage: Stage
        let message: String
        switch recording.state {
        case .importing, .deleted: return nil
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
