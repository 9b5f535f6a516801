/// Which row, by its number in the path.
public struct RowRequest: Document {
    /// The number.
    public var id: RowNumber = 0

    public init() {}

    /// The row of a number.
    public init(_ id: Int) { self.id = RowNumber(Int64(id)) }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}
