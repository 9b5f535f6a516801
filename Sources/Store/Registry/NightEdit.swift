package import Analysis
package import Signals

/// A person's word on when the sleep of a night was, beside what is scored: no version of an algorithm takes it away.
package struct NightEdit: Hashable, Sendable {
    /// The device that recorded the night.
    package var device: DeviceID
    /// The local day on which the night ended.
    package var date: CivilDate
    /// From falling asleep to waking up; nil where only ``lightsOut`` was entered.
    package var sleepPeriod: Range<Instant>?
    /// When the person wanted to sleep; nil when it was not entered.
    package var lightsOut: Instant?
    /// Who entered it; nil for the machine's own user, and for somebody who has left.
    package var author: Person.ID?
    /// When it was entered.
    package var made: Instant
    /// When it was changed or taken back; nil while it holds.
    package var replaced: Instant?

    /// The bounds that were entered; nil where only ``lightsOut`` was.
    package var bounds: NightBounds? { sleepPeriod.map { NightBounds(sleepPeriod: $0, lightsOut: lightsOut) } }
}
