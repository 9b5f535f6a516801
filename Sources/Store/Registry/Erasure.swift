public import Signals

/// The deletion of a person.
public struct Erasure: Sendable {
    /// The person to be deleted.
    public var person: Person.ID
    /// When they wore which device; everything recorded then goes.
    public var worn: [(device: DeviceID, interval: Range<Instant>)]
    /// Files that hold nothing of anybody else's; they go as a whole.
    public var recordings: [RecordingID]
    /// Devices that are known further on, though nothing of them be left: those that stream now.
    public var staying: Set<DeviceID>

    /// Memberwise; what is not given has its default.
    public init(
        person: Person.ID, worn: [(device: DeviceID, interval: Range<Instant>)], recordings: [RecordingID],
        staying: Set<DeviceID> = []
    ) {
        self.person = person
        self.worn = worn
        self.recordings = recordings
        self.staying = staying
    }
}

extension PersonalTables {
    /// Tables of the registry with rows of one person, in the order in which they can be deleted.
    static let registry = [
        "stream_choice", "person_baseline", "wearing", "night_schedule", "night_recording", "session", "account",
    ]
}

/// A person is deleted, and the file is still to be written anew.
public struct ErasureUnfinished: Error, Hashable {}
