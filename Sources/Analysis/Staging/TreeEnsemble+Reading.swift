import Signals

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
