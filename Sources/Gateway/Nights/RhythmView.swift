package import Analysis
package import Signals
package import Store

/// Rest and activity of a person by one device over some days.
package struct RhythmView: Sendable {
    /// The device; nil where the person has no night.
    package var device: StoredDevice?
    /// Whose; nil on a gateway without people.
    package var person: Person?
    /// The zone of the days.
    package var zone: Zone
    /// The first day.
    package var from: CivilDate
    /// The last day.
    package var to: CivilDate
    /// The days as instants.
    package var span: Range<Instant>
    /// What was recorded, in parts; the rhythm is of the longest.
    package var activity: [RestActivity] = []
    /// The nights of the days, between the bounds that a person gave them, where one did.
    package var nights: [Night] = []
    /// Why there is nothing, or not all, to measure from.
    package var reason: String?
}
