/// One thing by its number.
public struct NumberRequest: Document {
    /// The number.
    public var id: RowNumber = 0

    public init() {}

    /// The thing of this number.
    public init(_ id: Int) { self.id = RowNumber(Int64(id)) }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}
