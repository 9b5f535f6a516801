/// How a reader is doing.
public struct ScaffoldRequest: Sendable, Hashable, Codable {
    /// 0 to 1.
    public var currentLoad: Double
    /// What it should be; 0.7 when nil.
    public var targetLoad: Double?

    /// A value from its parts.
    public init(currentLoad: Double, targetLoad: Double? = nil) {
        self.currentLoad = currentLoad
        self.targetLoad = targetLoad
    }

    enum CodingKeys: String, CodingKey {
        case currentLoad = "current_load"
        case targetLoad = "target_load"
    }
}

/// How much support a reader needs.
public struct ScaffoldAnswer: Sendable, Hashable, Codable {
    /// `increase_support`, `maintain` or `increase_challenge`.
    public var action: String
    /// What would help.
    public var recommendations: [String]
    /// How much.
    public var supportLevel: JSONContent
    /// Why.
    public var reasoning: String
    /// 0 to 1.
    public var currentLoad: Double
    /// 0 to 1.
    public var targetLoad: Double

    enum CodingKeys: String, CodingKey {
        case action, recommendations, reasoning
        case supportLevel = "support_level"
        case currentLoad = "current_load"
        case targetLoad = "target_load"
    }
}
