/// A person who wears devices.
public struct WearerDocument: Document, Identifiable {
    public static var title: String? { "Wearer" }

    /// The number of the person.
    public var id: RowNumber = 0
    /// What they are called.
    public var name = ""

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id, .integer)
        fields.field("name", &name)
    }
}

/// The people who wear devices.
public struct WearerListDocument: Document {
    /// In the order in which they were entered.
    public var wearers: [WearerDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("wearers", &wearers) }
}
