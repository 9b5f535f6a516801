import Signals

extension PATWeights {
    /// Takes the parameters of a model one table after the other, always in the same order: the patches, then of each layer
    /// query, key, value, output, both feed-forward parts and both normalisations; of each the kernel before the bias, the
    /// gain before the offset.
    /// - Parameters:
    ///   - model: which.
    ///   - read: gives the numbers of a table, as many as its shape says.
    /// - Throws: `Failure` when a table holds what is no number, or is not whole; errors of `read`.
    public init(_ model: PATModel, read: (PATTable) throws -> [Float]) throws {
        func values(_ words: [String], _ shape: [Int]) throws -> [Float] {
            let table = PATTable(words: words, shape: shape)
            let values = try read(table)
            guard values.count == table.count, values.allSatisfy(\.isFinite) else {
                throw Failure(.failed, "The weights' table \(table.name) holds what is no number.")
            }
            return values
        }
        func dense(
            _ words: [String], from: [Int], to: [Int], width: PackedMatrix.Width = .tile, scale: Float = 1
        ) throws -> Dense {
            let kernel = try values(words + ["kernel"], from + to)
            return Dense(kernel, bias: try values(words + ["bias"], to), width: width, scale: scale)
        }
        let (width, inner) = ([PATModel.width], [model.heads, PATModel.keyWidth])
        let feed = [PATModel.innerWidth]
        self.model = model
        patches = try dense(["dense"], from: [model.patch], to: width)
        layers = try (1...model.layers).map { number in
            let (layer, attention) = ("encoder_layer_\(number)", "encoder_layer_\(number)_attention")
            return Layer(
                query: try dense([attention, "query"], from: width, to: inner, scale: Self.queryScale),
                key: try dense([attention, "key"], from: width, to: inner),
                value: try dense([attention, "value"], from: width, to: inner, width: .block),
                output: try dense([attention, "attention_output"], from: inner, to: width),
                first: try dense(["\(layer)_ff1"], from: width, to: feed),
                second: try dense(["\(layer)_ff2"], from: feed, to: width),
                norms: try (1...2).map { norm in
                    let gamma = try values(["\(layer)_norm\(norm)", "gamma"], width)
                    return Norm(gamma: gamma, beta: try values(["\(layer)_norm\(norm)", "beta"], width))
                })
        }
    }
}
