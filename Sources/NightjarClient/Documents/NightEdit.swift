#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A device of a night.
public struct NightDevice: Sendable, Hashable, Codable, Identifiable {
    /// The name under which its samples are kept.
    public var id: String
    /// What it is called.
    public var name: String
    /// Who made it.
    public var maker: String
    /// What it is.
    public var model: String
    /// Whether there is no body behind it.
    public var isSynthetic: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, maker, model
        case isSynthetic = "synthetic"
    }
}

/// A person's correction of a night.
public struct NightEdit: Sendable, Hashable, Codable {
    /// When sleep began.
    public var sleepStart: Date
    /// When it ended.
    public var sleepEnd: Date
    /// When the light went out.
    public var lightsOut: Date?

    /// A value from its parts.
    public init(sleepStart: Date, sleepEnd: Date, lightsOut: Date? = nil) {
        self.sleepStart = sleepStart
        self.sleepEnd = sleepEnd
        self.lightsOut = lightsOut
    }

    enum CodingKeys: String, CodingKey {
        case sleepStart = "sleep_start_s"
        case sleepEnd = "sleep_end_s"
        case lightsOut = "lights_out_s"
    }
}
