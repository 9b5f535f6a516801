public import Signals

/// What was learned of how somebody reads.
public struct ReadingBaselineDocument: Document {
    public static var title: String? { "ReadingBaseline" }

    /// Words per minute; nil while unknown.
    public var speed: Double?
    /// Share of answers that were wrong, 0 to 1; nil while unknown.
    public var errors: Double?
    /// Pauses per minute; nil while unknown.
    public var pauses: Double?
    /// Heart rate variability in milliseconds; nil while unknown.
    public var variability: Double?
    /// Half-minutes that it was learned from.
    public var windows = 0
    /// When the first of them was; nil without any.
    public var first: Instant?
    /// When it changed last; nil where there is none.
    public var updated: Instant?
    /// Whether reading counts against it.
    public var isInForce = false
    /// Whether heart rate variability counts against it.
    public var isVariabilityInForce = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("reading_speed", &speed)
        fields.field("error_rate", &errors)
        fields.field("pause_frequency", &pauses)
        fields.field("heart_rate_variability", &variability)
        fields.field("windows", &windows)
        fields.field("first_s", &first)
        fields.field("updated_s", &updated)
        fields.field("in_force", &isInForce)
        fields.field("heart_rate_variability_in_force", &isVariabilityInForce)
    }
}

/// How somebody says that they read.
public struct ReadingBaselineRequest: Document {
    /// Who: one's own number or `me`; nil for whoever asks.
    public var userID: String?
    /// Words per minute, 1 to 2000; nil for unknown.
    public var speed: Double?
    /// Share of answers that are wrong, 0 to 1; nil for unknown.
    public var errors: Double?
    /// Pauses per minute, 0 to 1000; nil for unknown.
    public var pauses: Double?
    /// Heart rate variability in milliseconds, 1 to 1000; nil for unknown.
    public var variability: Double?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("user_id", &userID, .userID)
        fields.optional("reading_speed", &speed, .number(1...2000).nullable)
        fields.optional("error_rate", &errors, .number(0...1).nullable)
        fields.optional("pause_frequency", &pauses, .number(0...1000).nullable)
        fields.optional("heart_rate_variability", &variability, .number(1...1000).nullable)
    }
}
