public import Signals

/// A stretch of time.
public struct SpanDocument: Document {
    /// Its first instant.
    public var start = Instant.zero
    /// The first instant after it.
    public var end = Instant.zero

    public init() {}

    /// A stretch from its bounds.
    public init(_ span: Range<Instant>) { (start, end) = (span.lowerBound, span.upperBound) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("start_s", &start)
        fields.field("end_s", &end)
    }
}
