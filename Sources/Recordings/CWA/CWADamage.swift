import Signals

/// The damage between two sectors, or at the end.
struct CWADamage {
    /// Sectors with a wrong checksum.
    private(set) var checksumBlocks = 0
    private(set) var checksumBytes: Range<Int>?
    /// Bytes that are not a sector.
    private(set) var unknownBytes: Range<Int>?
    private var unknownCount = 0
    private var unknownProblem: DecodeError?
    /// A sector that the end of the file cuts.
    var tail: Range<Int>?

    /// Whether anything was skipped that may have held samples.
    var isEmpty: Bool { checksumBlocks == 0 && unknownCount == 0 }
    /// Blocks of 512 bytes that were skipped.
    var blocks: Int { checksumBlocks + unknownBlocks }
    private var unknownBlocks: Int { (unknownCount + CWASector.size - 1) / CWASector.size }

    /// Counts a sector with a wrong checksum.
    mutating func addChecksum(_ bytes: Range<Int>) {
        checksumBlocks += 1
        checksumBytes = (checksumBytes?.lowerBound ?? bytes.lowerBound)..<bytes.upperBound
    }

    /// Adds bytes that are no sector for the reason given.
    mutating func addUnknown(_ bytes: Range<Int>, _ problem: DecodeError) {
        unknownCount += bytes.count
        unknownBytes = (unknownBytes?.lowerBound ?? bytes.lowerBound)..<bytes.upperBound
        if unknownProblem == nil { unknownProblem = problem }
    }

    /// The damage as losses between two instants, where known.
    func losses(from start: Instant?, to end: Instant?) -> [Loss] {
        var all: [Loss] = []
        if let checksumBytes {
            all.append(
                Loss(
                    .checksum, count: Double(checksumBlocks), unit: .blocks,
                    detail: "\(Self.blocks(checksumBlocks)) at bytes \(Self.text(checksumBytes)) with a wrong checksum")
            )
        }
        if let unknownBytes {
            all.append(
                Loss(
                    .damaged, count: Double(unknownBlocks), unit: .blocks,
                    detail: "\(unknownCount) bytes among bytes \(Self.text(unknownBytes)) are no data: "
                        + (unknownProblem?.description ?? "unknown")))
        }
        if let tail {
            all.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "the file ends inside the block at byte \(tail.lowerBound), "
                        + "\(CWASector.size - tail.count) bytes too early"))
        }
        for index in all.indices { (all[index].first, all[index].end) = (start, end) }
        return all
    }

    private static func blocks(_ count: Int) -> String { count == 1 ? "1 sector" : "\(count) sectors" }
    private static func text(_ range: Range<Int>) -> String { "\(range.lowerBound) to \(range.upperBound - 1)" }
}
