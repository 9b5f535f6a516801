import Signals

/// The epochs of an .AWD: activity, second sensor, marker. A line that cannot be read still takes its epoch's time.
struct AWDTable {
    /// The epochs that could be read, with their stamps.
    private(set) var rows = EpochRows(columns: 3)
    /// Whether epochs have a second number.
    private(set) var hasSecond = false
    /// What cannot be read, and a copy that broke off.
    var losses: [Loss] = []
    private let header: AWDHeader
    private var epoch: Int64 = 0
    private var missing = Missing()
    private var firstByte = 0

    private static let rowLimit = 50_000_000

    /// Epochs without a row, by the reason.
    private struct Missing {
        var first: Int64 = 0
        var lines = 0
        var blank: Int64 = 0
        var estimated: Int64 = 0
        var unpaired = 0
        var isAny: Bool { lines > 0 || blank > 0 || estimated > 0 }
    }

    /// Reads the lines after the header.
    init(_ file: RecordingFile, _ header: AWDHeader, progress: (@Sendable (Double) -> Void)?) throws {
        self.header = header
        rows.reserve(file.size / 8)
        var reader = try LineReader(file)
        for _ in 0..<AWDHeader.lines { _ = try reader.next() }
        firstByte = reader.consumed
        let isDoubled = try Self.isDoubled(reader)
        var (blank, told) = (Int64(0), 0)
        while rows.count < Self.rowLimit {
            if blank == 0 { reader.eachReady { line in AWDRow(line).map { add($0) } ?? false } }
            if reader.consumed - told > 1 << 18 {
                told = reader.consumed
                progress?(Double(told) / Double(max(1, file.size)))
            }
            let before = reader.consumed
            guard let line = try reader.next() else { break }
            let text = line.bytes.filter { $0 != UInt8(ascii: "\r") && $0 != 0x1A }
            guard line.isCut || !text.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
                if !isDoubled { blank += 1 }
                continue
            }
            // Blank lines at the end are none of the recording's; before another epoch each was one.
            if blank > 0 {
                note()
                missing.blank += blank
                epoch += blank
                blank = 0
            }
            let isForeign = line.isCut || text.contains(0)
            if isForeign {
                take(bytes: reader.consumed - before, behind: before)
            } else if !reader.isLastWhole {
                // The end of its number may be missing, and no one can tell.
                note()
                missing.lines += 1
                epoch += 1
            } else if let row = text.withUnsafeBufferPointer({ AWDRow($0) }) {
                guard add(row) else { break }
            } else {
                note()
                missing.lines += 1
                epoch += 1
            }
        }
        losses = summed(isBrokenOff: reader.isBrokenOff)
    }

    /// Puts a row at its epoch.
    /// - Returns: false behind all that can be kept.
    private mutating func add(_ row: AWDRow) -> Bool {
        let (passed, isTooLong) = epoch.multipliedReportingOverflow(by: header.epoch)
        let (stamp, isTooLate) = header.start.addingReportingOverflow(passed)
        guard !isTooLong, !isTooLate, rows.count < Self.rowLimit else { return false }
        rows.append(stamp: stamp, (row.activity, row.second, row.isMarked ? 1 : 0))
        if row.second.isNaN { missing.unpaired += 1 } else { hasSecond = true }
        epoch += 1
        return true
    }

    private mutating func note() {
        if !missing.isAny { missing.first = epoch + Int64(AWDHeader.lines) + 1 }
    }

    /// Bytes without line ends were as many epochs as fit into them.
    private mutating func take(bytes: Int, behind: Int) {
        note()
        let usual = epoch > 0 ? max(2, Double(behind - firstByte) / Double(epoch)) : 5
        let lost = max(1, Int64((Double(bytes) / usual).rounded()))
        missing.estimated += lost
        epoch += lost
    }

    private func summed(isBrokenOff: Bool) -> [Loss] {
        var losses: [Loss] = []
        if missing.isAny {
            let parts = [
                missing.lines > 0 ? "\(missing.lines) lines that cannot be read" : "",
                missing.blank > 0 ? "\(missing.blank) blank lines" : "",
                missing.estimated > 0 ? "about \(missing.estimated) in bytes that are no text" : "",
            ].filter { !$0.isEmpty }
            let count = Int64(missing.lines) + missing.blank + missing.estimated
            losses.append(
                Loss(
                    .damaged, count: Double(count), unit: .samples, channel: .counts,
                    detail: "\(count) epochs are lost, the first in line \(missing.first): "
                        + parts.joined(separator: ", ") + "; each takes its time"))
        }
        if hasSecond, missing.unpaired > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(missing.unpaired), unit: .samples, channel: header.secondSensor.channel,
                    detail: "\(missing.unpaired) epochs have no value of the second sensor"))
        }
        if isBrokenOff { losses.append(.brokenOff) }
        return losses
    }

    /// Whether each line has a blank one behind it, as copies have whose line ends were doubled.
    private static func isDoubled(_ reader: LineReader) throws -> Bool {
        var (ahead, wasBlank, pairs) = (reader, true, 0)
        for _ in 0..<64 {
            guard let line = try ahead.next() else { break }
            let isBlank = line.bytes.allSatisfy { $0 <= 0x20 }
            guard isBlank != wasBlank else { return false }
            if isBlank { pairs += 1 }
            wasBlank = isBlank
        }
        return pairs >= 3
    }
}
