package import Signals
import Synchronization

extension Store {
    /// Commits so far: what was read at one number is still so at the same.
    package var commits: UInt64 { gate.commits.load(ordering: .acquiring) }

    /// The last commit with anything but live series: a night, what a person said of one, an import, a deletion.
    package var lastChange: UInt64 { gate.changes.withLock(\.last) }

    /// The last commit with live series of a device in `span`; may be later than it was, never earlier.
    package func lastChange(of device: DeviceID, in span: Range<Instant>) -> UInt64 {
        gate.changes.withLock { $0.last(of: device, in: span) }
    }
}
