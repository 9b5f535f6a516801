/// The parameters of one model, ready for products.
public struct PATWeights: Sendable {
    /// The weights and the bias of a dense layer.
    struct Dense: Sendable {
        var kernel: PackedMatrix
        var bias: [Float]

        /// - Parameters:
        ///   - kernel: `bias.count` numbers for each of what it takes.
        ///   - bias: what is added.
        ///   - width: how products take the kernel.
        ///   - scale: multiplies both.
        init(_ kernel: [Float], bias: [Float], width: PackedMatrix.Width = .tile, scale: Float = 1) {
            self.kernel = PackedMatrix(
                kernel.map { $0 * scale }, rows: kernel.count / bias.count, columns: bias.count, width: width)
            self.bias = bias.map { $0 * scale }
        }
    }

    /// The gain and the offset of a layer normalisation.
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

    /// Which published model they belong to.
    public let model: PATModel
    /// What queries are multiplied by: one over the root of a key's width, and what makes powers of e those of two.
    static let queryScale = Float(1.4426950408889634) / Float(PATModel.keyWidth).squareRoot()
    let patches: Dense
    let layers: [Layer]
}
