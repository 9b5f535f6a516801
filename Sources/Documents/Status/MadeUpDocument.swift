public import Signals

/// What is made up in a store.
public struct MadeUpDocument: Document {
    public static var title: String? { "MadeUp" }

    /// Whether the whole store is a demonstration's.
    public var isDemo = false
    /// The numbers of the made-up wearers' devices.
    public var devices: [String] = []
    /// The days of waking up of their nights.
    public var nights: [CivilDate] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("demo", &isDemo)
        fields.field("devices", &devices)
        fields.field("nights", &nights)
    }
}
