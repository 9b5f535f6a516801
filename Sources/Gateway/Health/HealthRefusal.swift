/// Why something that was sent is not kept.
public struct HealthRefusal: Error, Hashable, Sendable {
    /// What is wrong with it.
    public var faults: [HealthFault]

    init(_ faults: [HealthFault]) { self.faults = faults }
}
