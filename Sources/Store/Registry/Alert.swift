package import Signals

/// Something that the owner must hear of at once: a night that stopped by itself, a battery that will not last.
package struct Alert: Hashable, Sendable, Identifiable {
    /// The number of an alert in one store.
    package struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The row number in the store.
        package var rawValue: Int64

        /// The alert of the given number.
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Whether `a` came before `b`.
        package static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    }

    /// The severity of an alert.
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        /// For information.
        case notice
        /// Something will go wrong unless somebody acts.
        case warning
        /// A night is being lost at this moment.
        case urgent
    }

    /// What an alert is about. An open set: other names may follow.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        /// The name used in the store and on the wire, in snake case.
        package var rawValue: String

        /// A kind of the given name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A device of a running recording has been gone for some minutes.
        package static let deviceGone = Kind(rawValue: "device_gone")
        /// A device of a running recording is connected and sends nothing.
        package static let deviceSilent = Kind(rawValue: "device_silent")
        /// A recording ended and nobody had asked for it.
        package static let recordingStopped = Kind(rawValue: "recording_stopped")
        /// A recording was due and there was nothing to record with.
        package static let recordingNotStarted = Kind(rawValue: "recording_not_started")
        /// The gateway was not there for a part of a recording.
        package static let gatewayDown = Kind(rawValue: "gateway_down")
        /// The battery will not last the night.
        package static let batteryLow = Kind(rawValue: "battery_low")
        /// The battery is nearly empty.
        package static let batteryEmpty = Kind(rawValue: "battery_empty")
        /// The disk will be full before the night is over.
        package static let diskLow = Kind(rawValue: "disk_low")
        /// Two people have data of one recorder for the same time.
        package static let recorderContested = Kind(rawValue: "recorder_contested")
        /// A part of the store is damaged, or was lost.
        package static let storeDamaged = Kind(rawValue: "store_damaged")
        /// A backup that was due could not be made.
        package static let backupFailed = Kind(rawValue: "backup_failed")
        /// Nothing can be written any more.
        package static let diskFull = Kind(rawValue: "disk_full")
    }

    /// The number of the alert.
    package var id: ID
    /// When it was raised.
    package var time: Instant
    /// The severity.
    package var severity: Severity
    /// What it is about.
    package var kind: Kind
    /// The device concerned; nil for all.
    package var device: DeviceID?
    /// The recording concerned; nil for none.
    package var recording: NightRecording.ID?
    /// What happened, in a sentence.
    package var message: String
    /// What to do, in a sentence; nil for nothing.
    package var nextStep: String?
    /// When somebody said that they have seen it; nil until then.
    package var acknowledged: Instant?
    /// When the trouble was over; nil while it lasts, and for what cannot pass.
    package var resolved: Instant?

    /// Memberwise; what is not given has its default.
    package init(
        id: ID = ID(rawValue: 0), time: Instant, severity: Severity, kind: Kind, device: DeviceID? = nil,
        recording: NightRecording.ID? = nil, message: String, nextStep: String? = nil, acknowledged: Instant? = nil,
        resolved: Instant? = nil
    ) {
        self.id = id
        self.time = time
        self.severity = severity
        self.kind = kind
        self.device = device
        self.recording = recording
        self.message = message
        self.nextStep = nextStep
        self.acknowledged = acknowledged
        self.resolved = resolved
    }
}
