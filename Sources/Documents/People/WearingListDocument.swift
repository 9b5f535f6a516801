public import Signals

/// Who wore a device when.
public struct WearingListDocument: Document {
    /// From when to when somebody wore it.
    public struct Entry: Document {
        /// Who.
        public var wearer = Wearer()
        /// From when on.
        public var start = Instant.zero
        /// Until when; nil while it goes on.
        public var end: Instant?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("wearer", &wearer)
            fields.field("start_s", &start)
            fields.field("end_s", &end)
        }
    }

    /// A person who may have been taken out since.
    public struct Wearer: Document {
        /// The number of the person.
        public var id: RowNumber = 0
        /// What they are called; nil for one who was taken out.
        public var name: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("id", &id, .integer)
            fields.field("name", &name)
        }
    }

    /// In order of time.
    public var wearings: [Entry] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("wearings", &wearings) }
}
