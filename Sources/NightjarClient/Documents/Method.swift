/// What made a figure.
public struct Method: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: Int
    /// What it was set to.
    public var parameters: [String: Double]
}
