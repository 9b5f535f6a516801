/// A table of numbers in an HDF5 file.
public struct HDF5Dataset: Hashable, Sendable {
    /// Where its values are.
    enum Storage: Hashable, Sendable {
        /// One run of bytes.
        case contiguous(Range<Int>)
        /// Blocks of `shape`, found by a tree that starts at `tree`.
        case chunked(tree: Int, shape: [Int])
    }

    /// The length of each dimension, the slowest first; empty for a single number.
    public var shape: [Int]
    /// Where its values are.
    var storage: Storage

    /// How many numbers it has.
    public var count: Int { shape.reduce(1, *) }
}
