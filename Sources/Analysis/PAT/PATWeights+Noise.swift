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
