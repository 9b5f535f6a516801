import Signals

/// The lines of a table that cannot be read: how many, and which of the file is the first.
struct DamagedLines {
    /// How many there are.
    private(set) var count = 0
    private var first = 0

    /// Line `number` of the file, counted from 1, cannot be read.
    mutating func add(_ number: Int) {
        if count == 0 { first = number }
        count += 1
    }

    /// What is lost by them, and by a file that ends inside a line.
    func losses(isBrokenOff: Bool = false) -> [Loss] {
        var losses: [Loss] = []
        if count > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(count), unit: .samples, channel: .counts,
                    detail: "\(count) lines of the table cannot be read, the first is line \(first) of the file"))
        }
        if isBrokenOff { losses.append(.brokenOff) }
        return losses
    }
}

extension LineReader {
    /// Hands on each line from here to the end that has anything in it; one that `body` refuses is damaged.
    /// - Parameters:
    ///   - number: lines of the file that were read before.
    ///   - separator: what stands between fields, and says nothing alone.
    ///   - limit: rows from which on this is no recorder's file.
    ///   - progress: told the share of the file that is read, 0 ... 1.
    /// - Throws: `Failure` with more than `limit` rows; what `body` throws.
    mutating func eachRow(
        behind number: Int, separator: UInt8, limit: Int, of file: RecordingFile, progress: ((Double) -> Void)?,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Bool
    ) throws -> [Loss] {
        var damaged = DamagedLines()
        var (number, rows) = (number, 0)
        while let next = try next() {
            number += 1
            guard next.isCut || !next.bytes.allSatisfy({ $0 <= 0x20 || $0 == separator }) else { continue }
            guard rows < limit else {
                throw Failure(.failed, "\(file.name) has more than \(limit) rows, which no recorder keeps.")
            }
            let isWhole = !next.isCut && isLastWhole
            if isWhole, try next.bytes.withUnsafeBufferPointer(body) { rows += 1 } else { damaged.add(number) }
            if number & 0xFFF == 0 { progress?(Double(consumed) / Double(max(1, file.size))) }
        }
        return damaged.losses(isBrokenOff: isBrokenOff)
    }
}
