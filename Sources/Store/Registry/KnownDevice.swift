package import Signals

/// A device that the owner has adopted, with what was allowed and chosen.
package struct KnownDevice: Hashable, Sendable, Identifiable {
    /// Under which it is found: `bluetooth-F1:F2:…`, `usb-axivity-39434`.
    package var id: String
    /// The name under which its data are stored.
    package var device: DeviceID
    /// How it is reached: `bluetooth`, `usb`, `ant`, `volume`.
    package var bus: String
    /// What the owner calls it; nil for its own name.
    package var givenName: String?
    /// The profile to use; nil for the best match.
    package var profile: String?
    /// Settings of the profile by name.
    package var settings: [String: String]
    /// Whether to connect whenever it is in reach.
    package var connectsByItself: Bool
    /// Whether an owner has paused it.
    package var isPaused: Bool
    /// Streams that may be recorded; nil for all. Changing it is consent given or withdrawn, kept with its time.
    package var streams: Set<Channel>?
    /// What was known of the device when it was last seen, in the words of the gateway, so that it can be waited for
    /// after a restart.
    package var description: [UInt8]
    /// When an owner adopted it.
    package var adopted: Instant

    /// Memberwise; what is not given has its default.
    package init(
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
package struct StreamConsent: Hashable, Sendable {
    /// The id of the device, as finders give it.
    package var id: String
    /// Which stream; nil for all that the device has.
    package var stream: Channel?
    /// When consent was given.
    package var given: Instant
    /// When consent was withdrawn; nil while it holds.
    package var withdrawn: Instant?
}
