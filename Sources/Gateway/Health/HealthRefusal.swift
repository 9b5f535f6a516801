/// The refusal of something that was sent.
public struct HealthRefusal: Error, Hashable, Sendable {
    /// What is wrong, field by field.
    public var faults: [HealthFault]

    init(_ faults: [HealthFault]) { self.faults = faults }
}
