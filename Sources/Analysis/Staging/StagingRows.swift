/// The features of a night in the order in which a model takes them.
struct StagingRows {
    private let lanes: [[Double]?]
    private let model: TreeEnsemble

    /// Features by name; one that is not there is missing throughout.
    init(_ columns: [String: [Double]], _ model: TreeEnsemble) {
        lanes = model.features.map { columns[$0] }
        self.model = model
    }

    /// The model's class probabilities for the epoch at `place`.
    func probabilities(_ place: Int) -> [Double] {
        model.probabilities(
            lanes.map { lane in
                guard let value = lane?[place], value.isFinite else { return TreeEnsemble.missing }
                return Float(value)
            })
    }
}
