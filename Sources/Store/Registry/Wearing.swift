package import Signals

/// Who wore a device, from when to when. A device is on one body at a time; what an owner corrects later takes the
/// place of what was said before, which is kept aside.
package struct Wearing: Hashable, Sendable, Identifiable {
    /// The row number in the store.
    package var id: Int64
    /// The device that was worn.
    package var device: DeviceID
    /// The person who wore it.
    package var person: Person.ID
    /// When it was put on.
    package var start: Instant
    /// When it was taken off; nil while it goes on.
    package var end: Instant?

    /// Memberwise; what is not given has its default.
    package init(id: Int64, device: DeviceID, person: Person.ID, start: Instant, end: Instant? = nil) {
        self.id = id
        self.device = device
        self.person = person
        self.start = start
        self.end = end
    }

    /// Whether the person wore the device at `instant`.
    package func contains(_ instant: Instant) -> Bool { instant >= start && end.map { instant < $0 } ?? true }
}
