package import Devices
package import Signals
package import Store

/// One device as a list of devices shows it: found, known, or both, with its session when there is one.
package struct DeviceEntry: Hashable, Sendable, Identifiable {
    /// Whether a device may be recorded, and who said so.
    package enum Consent: String, Hashable, Sendable, CaseIterable {
        /// Not given: the device is only listed.
        case none
        /// An owner adopted the device.
        case given
        /// The owner named it on the command line: a replay or a simulated wearer.
        case commandLine = "command_line"
    }

    /// One step of a session.
    package struct Step: Hashable, Sendable {
        /// When the session reached it.
        package var time: Instant
        /// The stage that it reached.
        package var stage: DeviceStage
        /// Why, in a sentence; nil when that is plain.
        package var reason: String?
        /// What the user can do; nil for nothing.
        package var nextStep: String?
    }

    /// A stable id: that of the finder, or the device's name for one given on the command line.
    package var id: String
    /// How it is reached; nil for one of the command line.
    package var bus: FoundDevice.Bus?
    /// The name to show: the given one, else the device's own, else ``id``.
    package var name: String
    /// Under which everything that it sends is kept; nil until a profile fits.
    package var device: DeviceID?
    /// Whether the device may be recorded.
    package var consent: Consent
    /// What the owner allowed and chose; nil unless adopted.
    package var known: KnownDevice?
    /// As it was last found; nil for one that has not been near since the start.
    package var found: FoundDevice?
    /// Whether the device is in reach at present.
    package var isNear: Bool
    /// Profiles that fit, best first; empty for a device that nothing is known of.
    package var profiles: [String]
    /// Streams that it has, with those that may be recorded.
    package var streams: [Stream]
    /// How far it has come: at least discovered or matched; stopped when paused or not near.
    package var stage: DeviceStage
    /// The reason for ``stage``, in a sentence.
    package var reason: String?
    /// What a person can do now, for a person to read.
    package var nextStep: String?
    /// The last steps of the session, oldest first; at most 32.
    package var steps: [Step]
    /// The live status; nil before the first session.
    package var status: DeviceStatus?
    /// The person who wears it now; nil when none was entered.
    package var wearer: Person?
    /// The groups of streams in which this device represents its wearer.
    package var preferred: Set<StreamGroup>

    /// A stream of a device.
    package struct Stream: Hashable, Sendable {
        /// The channel that is measured.
        package var channel: Channel
        /// The unit of its values.
        package var unit: SignalUnit
        /// Samples per second; nil for irregular streams.
        package var rate: Double?
        /// Whether an owner allows the stream to be recorded.
        package var isAllowed: Bool
        /// Whether the wearer refuses it: then it is not recorded, even if it is allowed on the device.
        package var isRefused: Bool
    }
}

/// What the owner says when a device is adopted or changed. What is nil stays as it is, or is the device's default.
package struct DeviceAdoption: Hashable, Sendable {
    /// The name of the profile to use.
    package var profile: String?
    /// Streams that may be recorded; nil for all at adoption.
    package var streams: Set<Channel>?
    /// Settings of the profile by name.
    package var settings: [String: String]?
    /// The name to show; empty for the device's own.
    package var name: String?
    /// Whether to connect whenever the device is in reach.
    package var connectsByItself: Bool?
    /// The person who wears it from now on.
    package var wearer: Person.ID?
    /// Instead of ``wearer``, what they are called: somebody new is entered.
    package var wearerName: String?
    /// Whether it is said who wears the device.
    var namesWearer: Bool { wearer != nil || wearerName != nil }

    /// No choices: defaults for everything.
    package init() {}
}
