public import Signals
public import Store

/// How far the import of one file is.
public struct ImportStatus: Hashable, Sendable {
    /// The stages, in order, and the four ends.
    public enum Stage: String, Hashable, Sendable {
        case receiving, decoding, analysing, complete, duplicate, failed, cancelled

        /// Whether nothing more will happen.
        public var isFinal: Bool {
            switch self {
            case .receiving, .decoding, .analysing: false
            case .complete, .duplicate, .failed, .cancelled: true
            }
        }
    }

    /// The import's name, unique in this store.
    public var id: String
    /// The file's name.
    public var fileName: String
    /// How far.
    public var stage: Stage
    /// The part of the present stage that is done, 0 ... 1.
    public var fraction: Double
    /// For a person: what was found, or what went wrong and what to do.
    public var message: String
    /// The days of the nights that were found.
    public var nights: [CivilDate]
    /// The device that the file came from, under the name of what this person brought of it; nil until it is known.
    public var device: DeviceID?
    /// The recording in the store; nil until it is there.
    public var recording: RecordingID?
    /// Whose it is by having brought it; nil for the box itself.
    public var person: Person.ID?

    /// A status from its parts.
    public init(
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
