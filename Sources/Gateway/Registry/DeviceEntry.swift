public import Devices
public import Signals
public import Store

/// One device as a list of devices shows it: found, known, or both, with its session when there is one.
public struct DeviceEntry: Hashable, Sendable, Identifiable {
    /// Whether a device may be recorded, and who said so.
    public enum Consent: String, Hashable, Sendable, CaseIterable {
        /// Not given: the device is only listed.
        case none
        /// An owner adopted the device.
        case given
        /// The owner named it on the command line: a replay or a simulated wearer.
        case commandLine = "command_line"
    }

    /// One step of a session.
    public struct Step: Hashable, Sendable {
        /// When the session reached it.
        public var time: Instant
        /// The stage that it reached.
        public var stage: DeviceStage
        /// Why, in a sentence; nil when that is plain.
        public var reason: String?
        /// What the user can do; nil for nothing.
        public var nextStep: String?
    }

    /// A stable id: that of the finder, or the device's name for one given on the command line.
    public var id: String
    /// How it is reached; nil for one of the command line.
    public var bus: FoundDevice.Bus?
    /// The name to show: the given one, else the device's own, else ``id``.
    public var name: String
    /// Under which everything that it sends is kept; nil until a profile fits.
    public var device: DeviceID?
    /// Whether the device may be recorded.
    public var consent: Consent
    /// What the owner allowed and chose; nil unless adopted.
    public var known: KnownDevice?
    /// As it was last found; nil for one that has not been near since the start.
    public var found: FoundDevice?
    /// Whether the device is in reach at present.
    public var isNear: Bool
    /// Profiles that fit, best first; empty for a device that nothing is known of.
    public var profiles: [String]
    /// Streams that it has, with those that may be recorded.
    public var streams: [Stream]
    /// How far it has come: at least discovered or matched; stopped when paused or not near.
    public var stage: DeviceStage
    /// The reason for ``stage``, in a sentence.
    public var reason: String?
    /// What a person can do now, for a person to read.
    public var nextStep: String?
    /// The last steps of the session, oldest first; at most 32.
    public var steps: [Step]
    /// The live status; nil before the first session.
    public var status: DeviceStatus?
    /// The person who wears it now; nil when none was entered.
    public var wearer: Person?
    /// The groups of streams in which this device represents its wearer.
    public var preferred: Set<StreamGroup>

    /// A stream of a device.
    public struct Stream: Hashable, Sendable {
        /// The channel that is measured.
        public var channel: Channel
        /// The unit of its values.
        public var unit: SignalUnit
        /// Samples per second; nil for irregular streams.
        public var rate: Double?
        /// Whether an owner allows the stream to be recorded.
        public var isAllowed: Bool
        /// Whether the wearer refuses it: then it is not recorded, even if it is allowed on the device.
        public var isRefused: Bool
    }
}

/// What the owner says when a device is adopted or changed. What is nil stays as it is, or is the device's default.
public struct DeviceAdoption: Hashable, Sendable {
    /// The name of the profile to use.
    public var profile: String?
    /// Streams that may be recorded; nil for all at adoption.
    public var streams: Set<Channel>?
    /// Settings of the profile by name.
    public var settings: [String: String]?
    /// The name to show; empty for the device's own.
    public var name: String?
    /// Whether to connect whenever the device is in reach.
    public var connectsByItself: Bool?
    /// The person who wears it from now on.
    public var wearer: Person.ID?

    /// No choices: defaults for everything.
    public init() {}
}
