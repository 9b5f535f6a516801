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
