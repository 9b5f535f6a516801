import Signals

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
    private static let queryScale = Float(1.4426950408889634) / Float(PATModel.keyWidth).squareRoot()
    let patches: Dense
    let layers: [Layer]
}

extension PATWeights {
    /// Takes the weights of an HDF5 file, which say by their shapes which model they are.
    ///
    /// Groups are found by the end of their path, so that they may lie deeper, as some programs write them.
    /// - Parameters:
    ///   - file: a file as the authors publish it: `dense`, `encoder_layer_1_transformer` and on.
    ///   - told: given each table's numbers, in the order of ``init(_:read:)``.
    /// - Throws: `Failure` when a table is missing, has another shape, or holds what is no number.
    public init(_ file: HDF5File, told: ([Float]) -> Void = { _ in }) throws {
        let tables = PATTables(file: file)
        let patch = try tables.shape("dense", "kernel").first ?? 0
        let heads = try tables.shape("encoder_layer_1_attention", "query", "kernel").dropFirst().first ?? 0
        guard let model = PATModel.allCases.first(where: { $0.patch == patch && $0.heads == heads }) else {
            throw Failure(
                .failed,
                "These are no weights of PAT-S, M or L: their patches have \(patch) minutes and \(heads) heads.")
        }
        try self.init(model) { table in
            let values = try tables.values(table)
            told(values)
            return values
        }
        guard !tables.has("encoder_layer_\(model.layers + 1)_attention", "query", "kernel") else {
            throw Failure(.failed, "These are no weights of \(model.rawValue), which has \(model.layers) layers.")
        }
    }
}

extension PATWeights {
    /// Small noise instead of weights, the same each time: for measuring what the model costs, and for nothing else.
    public init(noiseFor model: PATModel) {
        var state: UInt64 = 42
        func noise(_ count: Int, _ scale: Float) -> [Float] {
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (Float(state >> 40) / Float(1 << 23) - 1) * scale
            }
        }
        func dense(_ rows: Int, _ columns: Int, width: PackedMatrix.Width = .tile, scale: Float = 1) -> Dense {
            Dense(
                noise(rows * columns, 1 / Float(rows).squareRoot()), bias: noise(columns, 0.02), width: width,
                scale: scale)
        }
        let (width, inner) = (PATModel.width, model.heads * PATModel.keyWidth)
        self.model = model
        patches = dense(model.patch, width)
        layers = (0..<model.layers).map { _ in
            Layer(
                query: dense(width, inner, scale: Self.queryScale), key: dense(width, inner),
                value: dense(width, inner, width: .block),
                output: dense(inner, width), first: dense(width, PATModel.innerWidth),
                second: dense(PATModel.innerWidth, width),
                norms: (0..<2).map { _ in Norm(gamma: [Float](repeating: 1, count: width), beta: noise(width, 0.1)) })
        }
    }
}

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
