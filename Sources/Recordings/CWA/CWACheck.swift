import Signals

/// Whether the blocks of an Axivity file are whole and in order; what a copy is judged by before a recorder may be
/// emptied.
public struct CWACheck: Hashable, Sendable {
    /// The header.
    public var header: CWAFileHeader
    /// Whole blocks behind the header.
    public var blocks = 0
    /// Offsets of blocks whose checksum or signature does not fit, at most a thousand.
    public var damaged: [Int] = []
    /// The number of damaged blocks.
    public var damagedCount = 0
    /// Blocks of another session or another recorder than the header's.
    public var foreign = 0
    /// Times that the recorder was restarted.
    public var restarts = 0
    /// Blocks missing between sequence numbers.
    public var missing = 0
    /// Blocks whose sequence number is repeated or goes back.
    public var disordered = 0
    /// Bytes after the last whole block.
    public var trailing = 0

    /// Whether every block is sound, of this recorder, and in order.
    public var isSound: Bool { damagedCount == 0 && foreign == 0 && missing == 0 && disordered == 0 && trailing == 0 }

    private var lastNumber: UInt32?
    private var damagedSince = 0

    /// Reads the whole file.
    /// - Parameters:
    ///   - file: the recording.
    ///   - progress: told now and then how much was read, 0 ... 1.
    /// - Throws: `Failure` when there is no header or the disk fails; `CancellationError`.
    public init(_ file: RecordingFile, progress: (@Sendable (Double) -> Void)? = nil) throws {
        do {
            header = try CWAFileHeader(try file.head(CWAFileHeader.size))
        } catch let error as DecodeError {
            throw Failure(.failed, "\(file.name) does not begin with a recorder's header: \(error).", cause: error)
        }
        let dialect = try? CWAOpening(file).dialect
        var offset = CWAFileHeader.size
        while offset < file.size {
            try Task.checkCancellation()
            let chunk = try file.bytes(at: offset, count: 512 * CWASector.size)
            for start in stride(from: 0, to: chunk.count, by: CWASector.size) {
                guard start + CWASector.size <= chunk.count else {
                    trailing = chunk.count - start
                    break
                }
                let bytes = chunk.span.bytes.extracting(start..<(start + CWASector.size))
                check(bytes, at: offset + start, dialect: dialect)
            }
            offset += max(1, chunk.count)
            progress?(Double(offset) / Double(file.size))
        }
    }

    private mutating func check(_ bytes: RawSpan, at offset: Int, dialect: CWADialect?) {
        blocks += 1
        guard let dialect, let sector = try? CWASector(bytes, at: offset, dialect: dialect) else {
            damagedCount += 1
            damagedSince += 1
            if damaged.count < 1000 { damaged.append(offset) }
            return
        }
        let isOther = sector.device.map { $0 != 0 && $0 != UInt16(truncatingIfNeeded: header.number) } ?? false
        if sector.session != header.session || isOther { foreign += 1 }
        defer { (lastNumber, damagedSince) = (sector.sequence, 0) }
        guard let last = lastNumber, sector.sequence != last &+ 1 else { return }
        if sector.sequence == 0 {
            restarts += 1
        } else if sector.sequence > last {
            // A damaged block has its place, so it is not missing as well.
            missing += max(0, Int(sector.sequence - last - 1) - damagedSince)
        } else {
            disordered += 1
        }
    }
}
