public import Signals

/// The attributes that we offer to peers: who we are, and what time it is (Current Time Service 1.1), by which some
/// watches set their clocks.
public struct GATTServer: Sendable {
    /// A server with our name, up to 248 bytes of UTF-8, and the zone of the clock on our wall.
    public init(name: String, zone: Zone) {}
}
