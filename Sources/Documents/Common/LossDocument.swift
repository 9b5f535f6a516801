public import Signals

/// Data that was lost.
public struct LossDocument: Document {
    /// The device; nil where it is that of the document around.
    public var device: String?
    /// Why it was lost, a word such as `link_lost`.
    public var cause = ""
    /// How much, in ``unit``.
    public var count = 0.0
    /// What is counted: samples, frames and so on.
    public var unit = ""
    /// When the loss began; nil where only the amount is known.
    public var first: Instant?
    /// When it ended.
    public var end: Instant?
    /// The channel; nil where it is not of one channel.
    public var channel: String?
    /// What more is known, for people.
    public var detail: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("device", &device)
        fields.field("cause", &cause)
        fields.field("count", &count)
        fields.field("unit", &unit)
        fields.field("first_s", &first)
        fields.field("end_s", &end)
        fields.field("channel", &channel)
        fields.field("detail", &detail)
    }
}
