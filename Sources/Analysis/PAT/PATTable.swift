/// One table of a model's parameters, by its name in the published files and its shape, the last dimension fastest.
public struct PATTable: Hashable, Sendable {
    /// The end of its path: `encoder_layer_1_attention`, `query`, `kernel`.
    public let words: [String]
    /// Its dimensions.
    public let shape: [Int]

    /// Numbers in it.
    public var count: Int { shape.reduce(1, *) }
    /// The end of its path.
    public var name: String { words.joined(separator: "/") }
}
