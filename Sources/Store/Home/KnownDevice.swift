public import Signals

/// A device that the owner has taken in, with what was allowed and chosen.
public struct KnownDevice: Hashable, Sendable, Identifiable {
    /// Under which it is found: `bluetooth-F1:F2:…`, `usb-axivity-39434`.
    public var id: String
    /// Under which everything that it sends is kept.
    public var device: DeviceID
    /// How it is reached: `bluetooth`, `usb`, `ant`, `volume`.
    public var bus: String
    /// What the owner calls it; nil for its own name.
    public var givenName: String?
    /// The profile to use; nil for the best one.
    public var profile: String?
    /// Settings of the profile by name.
    public var settings: [String: String]
    /// Whether it is connected whenever it is there.
    public var connectsByItself: Bool
    /// Whether the owner has paused it.
    public var isPaused: Bool
    /// Streams that may be recorded; nil for all. Changing it is consent given or withdrawn, kept with its time.
    public var streams: Set<Channel>?
    /// What was known of the device when it was last seen, in the words of the gateway, so that it can be waited for
    /// after a restart.
    public var description: [UInt8]
    /// When the owner took it in.
    public var adopted: Instant

    /// A device from its parts.
    public init(
        id: String, device: DeviceID, bus: String, givenName: String? = nil, profile: String? = nil,
        settings: [String: String] = [:], connectsByItself: Bool = true, isPaused: Bool = false,
        streams: Set<Channel>? = nil, description: [UInt8] = [], adopted: Instant
    ) {
        self.id = id
        self.device = device
        self.bus = bus
        self.givenName = givenName
        self.profile = profile
        self.settings = settings
        self.connectsByItself = connectsByItself
        self.isPaused = isPaused
        self.streams = streams
        self.description = description
        self.adopted = adopted
    }
}

/// Consent to record one stream of a device, given at one time and perhaps withdrawn at another.
public struct StreamConsent: Hashable, Sendable {
    /// Under which the device is found.
    public var id: String
    /// Which stream; nil for all that the device has.
    public var stream: Channel?
    /// When it was given.
    public var given: Instant
    /// When it was withdrawn; nil while it holds.
    public var withdrawn: Instant?
}
