public import Signals

/// Who wore a device, from when to when. A device is on one body at a time; what an owner corrects later takes the
/// place of what was said before, which is kept aside.
public struct Wearing: Hashable, Sendable, Identifiable {
    /// Its number in one store.
    public var id: Int64
    /// Which device.
    public var device: DeviceID
    /// Who wore it.
    public var person: Person.ID
    /// From when on.
    public var start: Instant
    /// Until when; nil while it goes on.
    public var end: Instant?

    /// A wearing from its parts.
    public init(id: Int64, device: DeviceID, person: Person.ID, start: Instant, end: Instant? = nil) {
        self.id = id
        self.device = device
        self.person = person
        self.start = start
        self.end = end
    }

    /// Whether the person wore the device at `instant`.
    public func contains(_ instant: Instant) -> Bool { instant >= start && end.map { instant < $0 } ?? true }
}
