/// How much is made up in a store; of whom and when is not said, as owners see no data of others.
public struct MadeUpDocument: Document {
    public static var title: String? { "MadeUp" }

    /// Whether the whole store is a demonstration's.
    public var isDemo = false
    /// How many wearers are made up.
    public var wearers = 0
    /// On how many days of waking up there are nights of them.
    public var nights = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("demo", &isDemo)
        fields.field("wearers", &wearers)
        fields.field("nights", &nights)
    }
}
