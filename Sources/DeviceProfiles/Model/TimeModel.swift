package import Signals

/// How a device's clock is used.
package struct TimeModel: Hashable, Sendable {
    /// The clock that samples are stamped by.
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        /// The host's clock at arrival.
        case host
        /// The device's clock, mapped to the host's.
        case device
        /// The device's counter of ticks or packets, mapped to the host's clock.
        case counter
    }

    /// Which sample the host's clock stamps at arrival.
    package enum Anchor: String, Hashable, Sendable, CaseIterable {
        /// The newest; earlier ones lie before it by their rate.
        case newest
        /// The newest beat; earlier ones lie before it by the intervals of the same notification and never of others.
        case newestBeat = "newest-beat"
    }

    /// The clock that samples are stamped by.
    package var clock = Clock.host
    /// The sample that the host's time of arrival belongs to.
    package var anchor = Anchor.newest
    /// Device times before this are not believed; nil to believe all.
    package var rejectBefore: Instant?
    /// Device times further than this in the host's future are not believed, in seconds; nil to believe all.
    package var rejectAheadSeconds: Int?
    /// Whether the session may set the device's clock, by a write with a `now` hole.
    package var isSettable = false

    /// The host's clock, without any of the device's.
    package init() {}
}
