/// The parameters of one model, ready for products.
public struct PATWeights: Sendable {
    /// What multiplies and adds to each token.
    struct Dense: Sendable {
        var kernel: PackedMatrix
        var bias: [Float]
    }

    /// Gain and offset of a normalised token.
    struct Norm: Sendable {
        var gamma: [Float]
        var beta: [Float]
    }

    /// One transformer block.
    struct Layer: Sendable {
        var query: Dense
        var key: Dense
        var value: Dense
        var output: Dense
        var first: Dense
        var second: Dense
        var norms: [Norm]
    }

    /// Which model.
    public let model: PATModel
    let patches: Dense
    let layers: [Layer]
}
