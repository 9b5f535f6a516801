import Signals

/// The damage between two records of log.bin, or at its end.
struct GT3XDamage {
    /// Records with a wrong checksum.
    private(set) var checksums = 0
    /// Bytes that belong to no record; nil for none.
    private(set) var bytes: Range<Int>?
    /// A record that the end of the file cuts; nil for none.
    var tail: Range<Int>?

    /// Whether nothing was skipped.
    var isEmpty: Bool { bytes == nil && tail == nil }

    /// Adds `range`, which begins like a record when `isRecord`.
    mutating func add(_ range: Range<Int>, isRecord: Bool) {
        if isRecord { checksums += 1 }
        bytes = (bytes?.lowerBound ?? range.lowerBound)..<range.upperBound
    }

    /// The damage as losses between two instants, where known.
    func losses(from start: Instant?, to end: Instant?) -> [Loss] {
        var all: [Loss] = []
        if let bytes {
            let place = "bytes \(bytes.lowerBound) to \(bytes.upperBound) of log.bin"
            all.append(
                checksums > 0
                    ? Loss(
                        .checksum, count: Double(checksums), unit: .blocks,
                        detail: "\(checksums) records with a wrong checksum in \(place)")
                    : Loss(.damaged, count: 1, unit: .blocks, detail: "\(place) are no record"))
        }
        if let tail {
            all.append(
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail: "log.bin ends inside the record at byte \(tail.lowerBound), at byte \(tail.upperBound)"))
        }
        for index in all.indices { (all[index].first, all[index].end) = (start, end) }
        return all
    }
}
