package import Signals

/// A night that is being recorded, or was: from when to when, of whom, with which devices, and why it began and ended.
package struct NightRecording: Hashable, Sendable, Identifiable {
    /// The number of a recording of a night in one store.
    package struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        package var rawValue: Int64

        /// The recording of the given number.
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` began before `b`.
        package static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// What began or ended a recording. An open set: other names may follow.
    package struct Cause: RawRepresentable, Hashable, Sendable {
        /// The name used in the store and on the wire, in snake case.
        package var rawValue: String

        /// A cause of the given name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A person asked for it.
        package static let button = Cause(rawValue: "button")
        /// A scheduled time was reached.
        package static let schedule = Cause(rawValue: "schedule")
        /// The device was put on or taken off.
        package static let wear = Cause(rawValue: "wear")
        /// All its devices were gone for too long.
        package static let deviceGone = Cause(rawValue: "device_gone")
        /// The disk was full.
        package static let diskFull = Cause(rawValue: "disk_full")
        /// The gateway did not run, and the time of the recording passed meanwhile.
        package static let gatewayDown = Cause(rawValue: "gateway_down")
        /// It had gone on for a day.
        package static let tooLong = Cause(rawValue: "too_long")

        /// Whether it ended without anybody wanting it to.
        package var isByItself: Bool { [.deviceGone, .diskFull, .gatewayDown, .tooLong].contains(self) }
    }

    /// The number of the recording.
    package var id: ID
    /// Its number among all recordings, of files too; 0 before it has one.
    package var number: Int64 = 0
    /// The person whose night it is; nil when not given.
    package var person: Person.ID?
    /// The devices that take part.
    package var devices: [DeviceID]
    /// Whether a person chose the devices one by one, so that no other joins by itself.
    package var isChosen: Bool
    /// When each device joined that was not there from the beginning.
    package var joined: [DeviceID: Instant]
    /// Devices of the same person that are there and not a part of it, as a person chose others; only while it goes on.
    package var leftOut: [DeviceID] = []
    /// When it began.
    package var started: Instant
    /// Why it began.
    package var startCause: Cause
    /// When it is to end by itself; nil for a recording that waits for a person or for the device to be taken off.
    package var plannedEnd: Instant?
    /// The schedule that it belongs to; nil for one by button.
    package var schedule: NightSchedule.ID?
    /// When it ended; nil while it goes on.
    package var ended: Instant?
    /// Why it ended; nil while it goes on.
    package var endCause: Cause?
    /// Why it ended, in a sentence.
    package var endDetail: String?
    /// The last time the gateway was seen alive during it.
    package var alive: Instant

    /// Whether it goes on.
    package var isOpen: Bool { ended == nil }

    /// Memberwise; what is not given has its default.
    package init(
        id: ID, person: Person.ID? = nil, devices: [DeviceID], isChosen: Bool = false,
        joined: [DeviceID: Instant] = [:],
        started: Instant, startCause: Cause, plannedEnd: Instant? = nil, schedule: NightSchedule.ID? = nil,
        ended: Instant? = nil, endCause: Cause? = nil,
        endDetail: String? = nil, alive: Instant
    ) {
        self.id = id
        self.person = person
        self.devices = devices
        self.isChosen = isChosen
        self.joined = joined
        self.started = started
        self.startCause = startCause
        self.plannedEnd = plannedEnd
        self.schedule = schedule
        self.ended = ended
        self.endCause = endCause
        self.endDetail = endDetail
        self.alive = alive
    }
}
