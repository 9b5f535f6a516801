/// What a person decides about a device; nil leaves as it is.
public struct DeviceChange: Sendable, Hashable, Codable {
    /// What it shall be called.
    public var name: String?
    /// The device profile to use.
    public var profile: String?
    /// The channels that are allowed.
    public var streams: [String]?
    /// What its profile lets one set.
    public var settings: [String: String]?
    /// Whether it is used as soon as it is near.
    public var connectsByItself: Bool?
    /// Who wears it, by name.
    public var wearer: String?
    /// In which groups of streams it speaks for its wearer.
    public var preferred: [String]?

    /// A value from its parts.
    public init(
        name: String? = nil, profile: String? = nil, streams: [String]? = nil, settings: [String: String]? = nil,
        connectsByItself: Bool? = nil, wearer: String? = nil, preferred: [String]? = nil
    ) {
        self.name = name
        self.profile = profile
        self.streams = streams
        self.settings = settings
        self.connectsByItself = connectsByItself
        self.wearer = wearer
        self.preferred = preferred
    }

    enum CodingKeys: String, CodingKey {
        case name, profile, streams, settings, wearer, preferred
        case connectsByItself = "connects_by_itself"
    }
}

/// A buzz.
public struct Vibration: Sendable, Hashable, Codable {
    /// For how long, 0.05 to 10.
    public var seconds: Double

    /// A value from its parts.
    public init(seconds: Double) {
        self.seconds = seconds
    }
}
