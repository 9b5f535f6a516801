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
