import Signals

extension PATWeights {
    /// Takes the weights of an HDF5 file, which say by their shapes which model they are.
    ///
    /// Groups are found by the end of their path, so that they may lie deeper, as some programs write them.
    /// - Parameter file: a file as the authors publish it: `dense`, `encoder_layer_1_transformer` and on.
    /// - Throws: `Failure` when a table is missing, has another shape, or holds what is no number.
    public init(_ file: HDF5File) throws {
        let tables = PATTables(file: file)
        let patch = try tables.shape("dense", "kernel").first ?? 0
        let heads = try tables.shape("encoder_layer_1_attention", "query", "kernel").dropFirst().first ?? 0
        guard let model = PATModel.allCases.first(where: { $0.patch == patch && $0.heads == heads }) else {
            throw Failure(
                .failed,
                "These are no weights of PAT-S, M or L: their patches have \(patch) minutes and \(heads) heads.")
        }
        self.model = model
        let width = PATModel.width
        patches = try tables.dense(["dense"], from: [patch], to: [width])
        layers = try (1...model.layers).map { number in
            let attention = "encoder_layer_\(number)_attention"
            let inner = [heads, PATModel.keyWidth]
            return Layer(
                query: try tables.dense([attention, "query"], from: [width], to: inner, scale: Self.queryScale),
                key: try tables.dense([attention, "key"], from: [width], to: inner),
                value: try tables.dense([attention, "value"], from: [width], to: inner, width: .block),
                output: try tables.dense([attention, "attention_output"], from: inner, to: [width]),
                first: try tables.dense(["encoder_layer_\(number)_ff1"], from: [width], to: [PATModel.innerWidth]),
                second: try tables.dense(["encoder_layer_\(number)_ff2"], from: [PATModel.innerWidth], to: [width]),
                norms: try (1...2).map { try tables.norm("encoder_layer_\(number)_norm\($0)") })
        }
        guard !tables.has("encoder_layer_\(model.layers + 1)_attention", "query", "kernel") else {
            throw Failure(.failed, "These are no weights of \(model.rawValue), which has \(model.layers) layers.")
        }
    }
}
