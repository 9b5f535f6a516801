import Signals

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
