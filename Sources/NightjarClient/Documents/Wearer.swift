#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person who wears devices.
public struct Wearer: Sendable, Hashable, Codable, Identifiable {
    /// The number.
    public var id: Int
    /// The name; nil for a person who was removed.
    public var name: String?
}

/// All people.
public struct WearerList: Sendable, Hashable, Codable {
    /// The people.
    public var wearers: [Wearer]
}

/// Who wore a device from when to when.
public struct Wearing: Sendable, Hashable, Codable {
    /// Who.
    public var wearer: Wearer
    /// From when.
    public var start: Date
    /// Until when; nil until now.
    public var end: Date?

    enum CodingKeys: String, CodingKey {
        case wearer
        case start = "start_s"
        case end = "end_s"
    }
}

/// Who wore a device when.
public struct WearingList: Sendable, Hashable, Codable {
    /// In order of time.
    public var wearings: [Wearing]
}

/// The name of a person.
public struct WearerName: Sendable, Hashable, Codable {
    /// The name.
    public var name: String

    /// A value from its parts.
    public init(name: String) {
        self.name = name
    }
}
