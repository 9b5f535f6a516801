public import Devices
public import Signals
public import Store

/// One device as a list of devices shows it: found, known, or both, with its session when there is one.
public struct DeviceEntry: Hashable, Sendable, Identifiable {
    /// Whether a device may be recorded.
    public enum Consent: String, Hashable, Sendable, CaseIterable {
        /// Nobody has said so: it is only seen.
        case none
        /// The owner took it in.
        case given
        /// The owner named it on the command line: a replay or a made-up wearer.
        case commandLine = "command_line"
    }

    /// One step of a session, newest last in a list.
    public struct Step: Hashable, Sendable {
        /// When.
        public var time: Instant
        /// How far it came.
        public var stage: DeviceStage
        /// Why.
        public var reason: String?
        /// What a person can do.
        public var nextStep: String?
    }

    /// The same each time: as it is found, or the name of the device for one of the command line.
    public var id: String
    /// How it is reached; nil for one of the command line.
    public var bus: FoundDevice.Bus?
    /// The name to show: the given one, else the device's own, else ``id``.
    public var name: String
    /// Under which everything that it sends is kept; nil until a profile fits.
    public var device: DeviceID?
    /// Whether it may be recorded.
    public var consent: Consent
    /// What the owner allowed and chose; nil unless taken in.
    public var known: KnownDevice?
    /// As it was last found; nil for one that has not been near since the start.
    public var found: FoundDevice?
    /// Whether it is there now.
    public var isNear: Bool
    /// Profiles that fit, best first; empty for a device that nothing is known of.
    public var profiles: [String]
    /// Streams that it has, with those that may be recorded.
    public var streams: [Stream]
    /// How far it has come: at least discovered or matched; stopped when paused or not near.
    public var stage: DeviceStage
    /// Why, for a person to read.
    public var reason: String?
    /// What a person can do now, for a person to read.
    public var nextStep: String?
    /// The last steps of the session, oldest first; at most 32.
    public var steps: [Step]
    /// The live status; nil before the first session.
    public var status: DeviceStatus?
    /// Who wears it now; nil when that was not said.
    public var wearer: Person?
    /// The groups of streams in which this device speaks for its wearer.
    public var preferred: Set<StreamGroup>

    /// One stream of a device.
    public struct Stream: Hashable, Sendable {
        /// What is measured.
        public var channel: Channel
        /// The unit of its values.
        public var unit: SignalUnit
        /// Samples per second; nil for irregular streams.
        public var rate: Double?
        /// Whether an owner allows it to be recorded.
        public var isAllowed: Bool
        /// Whether whoever wears the device refuses it: then it is not recorded, whatever is allowed on the device.
        public var isRefused: Bool
    }
}

/// What the owner says when a device is taken in or changed. What is nil stays as it is, or is the device's default.
public struct DeviceAdoption: Hashable, Sendable {
    /// The profile to use.
    public var profile: String?
    /// Streams that may be recorded; nil for all at adoption.
    public var streams: Set<Channel>?
    /// Settings of the profile by name.
    public var settings: [String: String]?
    /// What to call it; empty for its own name.
    public var name: String?
    /// Whether to connect whenever it is there.
    public var connectsByItself: Bool?
    /// Who wears it from now on.
    public var wearer: Person.ID?

    /// Everything by default.
    public init() {}
}
