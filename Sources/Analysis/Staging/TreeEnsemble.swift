import Glibc
import Signals

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

extension TreeEnsemble {
    /// Reads what `Benchmarks/Staging/fit.py` wrote, all little-endian: `NJS1`; classes and features as bytes; calibration
    /// as 64-bit floats; each feature's name as a length and text; the number of trees in 16 bits; of each tree the number
    /// of splits, per split the feature, the children left and right (a negative one is the complement of a leaf) and a
    /// 32-bit threshold, then the leaves as 32-bit floats.
    /// - Throws: `DecodeError` with the offset.
    init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        guard try cursor.array(4) == Array("NJS1".utf8) else { throw DecodeError(.mismatch("not a model"), at: 0) }
        classes = Int(try cursor.little(UInt8.self))
        let count = Int(try cursor.little(UInt8.self))
        slope = Double(bitPattern: try cursor.little())
        for _ in 0..<classes { offsets.append(Double(bitPattern: try cursor.little())) }
        for _ in 0..<count {
            let length = Int(try cursor.little(UInt8.self))
            features.append(String(decoding: try cursor.array(length), as: UTF8.self))
        }
        let number = try cursor.little(UInt16.self)
        for _ in 0..<number { try readTree(&cursor) }
        guard classes > 1, !trees.isEmpty, trees.count % classes == 0, cursor.remaining == 0 else {
            throw DecodeError(.invalid("the lengths of the model do not fit"), at: cursor.offset)
        }
    }

    private mutating func readTree(_ cursor: inout ByteCursor) throws(DecodeError) {
        let count = Int(try cursor.little(UInt8.self))
        trees.append(Tree(split: splits.count, leaf: leaves.count, isLeafOnly: count == 0))
        for place in 0..<count {
            let feature = Int(try cursor.little(UInt8.self))
            let left = Int(try cursor.little(Int8.self))
            let right = Int(try cursor.little(Int8.self))
            // Children come after their parent, so that every walk ends.
            let isSound = { (child: Int) in child < 0 ? ~child <= count : child > place && child < count }
            guard feature < features.count, isSound(left), isSound(right) else {
                throw DecodeError(.invalid("a split of the model points nowhere"), at: cursor.offset)
            }
            let threshold = Float(bitPattern: try cursor.little())
            splits.append(Split(feature: feature, threshold: threshold, left: left, right: right))
        }
        for _ in 0...count { leaves.append(Float(bitPattern: try cursor.little())) }
    }
}
