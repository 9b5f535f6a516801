package import Signals

/// The deletion of a person.
package struct Erasure: Sendable {
    /// The person to be deleted.
    package var person: Person.ID
    /// When they wore which device; everything recorded then goes.
    package var worn: [(device: DeviceID, interval: Range<Instant>)]
    /// Files that hold nothing of anybody else's; they go as a whole.
    package var recordings: [RecordingID]
    /// Devices that are known further on, though nothing of them be left: those that stream now.
    package var staying: Set<DeviceID>

    /// Whether data of nobody in particular are this person's: imports of the gateway that did not end go too.
    package var takesNobodys: Bool
    /// Whether rows that were kept while nobody signs in, with 0 for a person, are this person's.
    package var takesUnsigned: Bool

    /// Memberwise; what is not given has its default.
    package init(
        person: Person.ID, worn: [(device: DeviceID, interval: Range<Instant>)], recordings: [RecordingID],
        staying: Set<DeviceID> = [], takesNobodys: Bool = false, takesUnsigned: Bool = false
    ) {
        self.person = person
        self.worn = worn
        self.recordings = recordings
        self.staying = staying
        self.takesNobodys = takesNobodys
        self.takesUnsigned = takesUnsigned
    }
}

extension PersonalTables {
    /// Tables of the registry with rows of one person, in the order in which they can be deleted.
    static let registry = [
        "stream_choice", "person_baseline", "wearing", "night_schedule", "night_recording", "session", "account",
    ]
}

/// A person is deleted, and the file is still to be written anew.
package struct ErasureUnfinished: Error, Hashable {}
