/// A table of numbers in an HDF5 file.
public struct HDF5Dataset: Hashable, Sendable {
    /// Where its values are.
    enum Storage: Hashable, Sendable {
        /// One contiguous run of bytes.
        case contiguous(Range<Int>)
        /// Blocks of `shape`; their numbers count through `grid` blocks along each dimension, the slowest first, but for
        /// `unlimited`, which then is the slowest of all and has no end.
        case chunked(HDF5ChunkIndex, shape: [Int], grid: [Int], unlimited: Int?)
    }

    /// The length of each dimension, the slowest first; empty for a single number.
    public var shape: [Int]
    /// Where its values are.
    var storage: Storage

    /// How many numbers it has.
    public var count: Int { shape.reduce(1, *) }
}
