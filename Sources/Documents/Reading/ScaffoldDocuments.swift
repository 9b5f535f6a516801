/// How a reader is doing.
public struct ScaffoldRequest: Document {
    /// The load, 0 to 1.
    public var load = 0.0
    /// What it should be, 0 to 1.
    public var target = 0.7
    /// What is learned; taken and not used.
    public var context: [String: JSONValue]?

    public init() {}

    /// How a reader is doing.
    public init(load: Double, target: Double = 0.7) { (self.load, self.target) = (load, target) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("current_load", &load, .share)
        fields.field("target_load", &target, .share.nullable.optional.standard(0.7))
        fields.optional("learning_context", &context, .map(.any).nullable)
    }
}

/// How much support a reader needs.
public struct ScaffoldAnswer: Document {
    /// How much support there should be.
    public enum Support: String, Word { case high, optimal, low }

    /// What to do.
    public var action: Scaffold? = .maintain
    /// What would help, for the reader.
    public var recommendations: [String] = []
    /// How much support that is.
    public var support: Support? = .optimal
    /// Why.
    public var reason = ""
    /// The load that was sent, 0 to 1.
    public var load = 0.0
    /// What it should be, 0 to 1.
    public var target = 0.0
    /// The rule.
    public var method = MethodDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("action", &action)
        fields.field("recommendations", &recommendations)
        fields.word("support_level", &support)
        fields.field("reasoning", &reason)
        fields.field("current_load", &load, .share)
        fields.field("target_load", &target, .share)
        fields.field("method", &method)
    }
}
