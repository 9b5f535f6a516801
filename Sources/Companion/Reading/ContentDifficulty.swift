/// How hard a text is, in four parts of 0 ... 1.
public struct ContentDifficulty: Hashable, Sendable {
    /// Of its words.
    public var lexical: Double
    /// Of its sentences.
    public var syntactic: Double
    /// How many ideas stand close together.
    public var concept: Double
    /// How far it is from what the reader grew up with.
    public var cultural: Double

    /// A difficulty from its parts, each 0 ... 1.
    public init(lexical: Double = 0.5, syntactic: Double = 0.5, concept: Double = 0.5, cultural: Double = 0.5) {
        self.lexical = lexical
        self.syntactic = syntactic
        self.concept = concept
        self.cultural = cultural
    }

    /// The weighted mean: 0.30 lexical, 0.25 syntactic, 0.25 concept, 0.20 cultural.
    public var overall: Double { 0.30 * lexical + 0.25 * syntactic + 0.25 * concept + 0.20 * cultural }
}
