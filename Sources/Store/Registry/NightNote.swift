package import Signals

/// A person's word on a night that changes no figure: a note, a tag, or that of several devices' nights this is the one to
/// show.
package struct NightNote: Hashable, Sendable, Identifiable {
    /// What is said.
    package enum Kind: String, Sendable {
        /// Free text.
        case note
        /// A word to find nights by.
        case tag
        /// That the night is the one to show of its person and date.
        case preferred
    }

    /// The number of a note, the same in all of its versions and never given again.
    package struct ID: RawRepresentable, Hashable, Sendable {
        /// The number as it is stored.
        package var rawValue: Int64
        /// The note of a number.
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The number.
    package var id: ID
    /// What is said.
    package var kind: Kind
    /// Of which night.
    package var night: NightKey
    /// The text of a note, or the tag.
    package var text: String
    /// Who said it; nil for the machine's own user, and for somebody who has left.
    package var author: Person.ID?
    /// When it was said.
    package var made: Instant
    /// When it was changed or taken back; nil while it holds.
    package var replaced: Instant?
}

/// One night of one device, by which what people say of it is found again however often it is scored.
package struct NightKey: Hashable, Sendable {
    /// The device that recorded the night.
    package var device: DeviceID
    /// The local day on which the night ended.
    package var date: CivilDate

    /// The night of a device and date.
    package init(_ device: DeviceID, _ date: CivilDate) { (self.device, self.date) = (device, date) }
}
