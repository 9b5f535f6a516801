import Glibc

/// Boosted decision trees, each adding a leaf's value to one class, and the calibration of what they say.
struct TreeEnsemble: Sendable {
    /// One split of a tree; a flat list holds them all.
    struct Split: Sendable {
        /// The index of the feature.
        var feature: Int
        /// The greatest value that goes left.
        var threshold: Float
        /// The place of a split within the tree, or the complement (`~`) of a leaf's.
        var left: Int
        var right: Int
    }

    /// Where a tree's splits and leaves begin.
    struct Tree: Sendable {
        var split: Int
        var leaf: Int
        var isLeafOnly: Bool
    }

    /// Names of the features, in the order of the splits' places.
    var features: [String] = []
    /// Number of classes; tree `i` speaks of class `i % classes`.
    var classes = 0
    /// Calibration: scores are multiplied by `slope`, then `offsets` added.
    var slope = 1.0
    var offsets: [Double] = []
    var trees: [Tree] = []
    var splits: [Split] = []
    var leaves: [Float] = []

    /// The value that stands for a missing feature in the splits.
    static let missing: Float = -99

    /// The probabilities of the classes.
    /// - Parameter values: a value for each of ``features``; ``missing`` where there is none.
    func probabilities(_ values: [Float]) -> [Double] {
        var scores = [Double](repeating: 0, count: classes)
        for (index, tree) in trees.enumerated() { scores[index % classes] += Double(leaf(of: tree, values)) }
        // The logarithms of the trees' own probabilities are what is calibrated.
        let own = Self.softmax(scores).map { log(max($0, 1e-9)) }
        return Self.softmax(own.indices.map { slope * own[$0] + offsets[$0] })
    }

    private func leaf(of tree: Tree, _ values: [Float]) -> Float {
        guard !tree.isLeafOnly else { return leaves[tree.leaf] }
        var place = 0
        while place >= 0 {
            let split = splits[tree.split + place]
            place = values[split.feature] <= split.threshold ? split.left : split.right
        }
        return leaves[tree.leaf + ~place]
    }

    private static func softmax(_ scores: [Double]) -> [Double] {
        let top = scores.max() ?? 0
        let parts = scores.map { exp($0 - top) }
        let whole = parts.reduce(0, +)
        return parts.map { $0 / whole }
    }
}
