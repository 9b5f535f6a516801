/// Sleep periods from the arm's angle without a diary (van Hees and others, Scientific Reports 8, 2018).
///
/// The median over 5 minutes of the change of angle between neighbouring 5 s epochs; its 10th percentile times 15,
/// held within 0.13 ... 0.50 degrees, is the threshold; blocks below it of more than 30 minutes are kept, gaps between them of less
/// than 60 minutes are bridged. The longest block of a noon-to-noon window is the main sleep.
public struct HDCZA: Hashable, Sendable {
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The length of the rolling median, in seconds.
    public var medianSeconds = 300
    /// The quantile of the medians, 0 ... 1.
    public var quantile = 0.1
    /// The factor of the quantile.
    public var multiplier = 15.0
    /// Bounds of the threshold, in degrees.
    public var thresholds = 0.13...0.50
    /// Blocks must be longer than this, in seconds.
    public var shortestBlock = 1800
    /// Gaps shorter than this are bridged, in seconds.
    public var longestGap = 3600

    /// The published rule, for epochs of this length.
    public init(epochSeconds: Int = 5) { self.epochSeconds = max(1, epochSeconds) }

    /// The threshold and the blocks that were found.
    public struct Result: Hashable, Sendable {
        /// The threshold, in degrees; nil when there was no angle to take it from.
        public var threshold: Double?
        /// The blocks, short gaps between them bridged, in order.
        public var blocks: [Range<Int>]
        /// The longest block; the first of several.
        public var longest: Range<Int>? { blocks.max { $0.count < $1.count } }
    }

    /// Finds the blocks in the angles of one window, degrees per epoch; NaN where there is none or it means nothing.
    /// An epoch with fewer than half of the changes around it known is in no block.
    public func blocks(_ angles: [Double]) -> Result {
        let medians = RollingMedian.ofChanges(angles, width: max(2, medianSeconds / epochSeconds))
        let known = medians.filter { !$0.isNaN }.sorted()
        guard let base = OrderedQuantile.of(known, at: quantile) else { return Result(threshold: nil, blocks: []) }
        let threshold = min(max(base * multiplier, thresholds.lowerBound), thresholds.upperBound)
        var blocks: [Range<Int>] = []
        var first: Int?
        for index in 0...medians.count {
            if index < medians.count, medians[index] < threshold {
                first = first ?? index
            } else if let start = first {
                first = nil
                guard (index - start) * epochSeconds > shortestBlock else { continue }
                if let last = blocks.last, (start - last.upperBound) * epochSeconds < longestGap {
                    blocks[blocks.count - 1] = last.lowerBound..<index
                } else {
                    blocks.append(start..<index)
                }
            }
        }
        return Result(threshold: threshold, blocks: blocks)
    }
}
