/// How hard a text is to read, in four parts of 0 ... 1.
package struct ContentDifficulty: Hashable, Sendable {
    /// Difficulty of the words: rare and long ones.
    package var lexical: Double
    /// Difficulty of the sentences: their length and structure.
    package var syntactic: Double
    /// Density of ideas.
    package var concept: Double
    /// How far it is from what the reader grew up with.
    package var cultural: Double

    /// A difficulty from its parts, each 0 ... 1.
    package init(lexical: Double = 0.5, syntactic: Double = 0.5, concept: Double = 0.5, cultural: Double = 0.5) {
        self.lexical = lexical
        self.syntactic = syntactic
        self.concept = concept
        self.cultural = cultural
    }

    /// The weighted mean: 0.30 lexical, 0.25 syntactic, 0.25 concept, 0.20 cultural.
    package var overall: Double { 0.30 * lexical + 0.25 * syntactic + 0.25 * concept + 0.20 * cultural }
}
