/// How far a night can be trusted, as a product of three parts, each 0 ... 1.
public struct NightConfidence: Hashable, Sendable {
    /// The share of the sleep period that was recorded; of the whole window when no period was found.
    public var completeness: Double
    /// The share of what was recorded with the recorder on the body.
    public var wear: Double
    /// The scorer's published agreement with polysomnography per epoch (see ``SleepScorer/agreement``).
    public var agreement: Double

    /// Memberwise.
    public init(completeness: Double, wear: Double, agreement: Double) {
        self.completeness = completeness
        self.wear = wear
        self.agreement = agreement
    }

    /// The product of the parts.
    public var value: Double { completeness * wear * agreement }
}
