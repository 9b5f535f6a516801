import Signals

/// Finds the data sectors of a file one after the other, over whatever lies between them.
///
/// Sectors are looked for at every 512 bytes. Where there is none, or its checksum does not fit, the next 512 bytes
/// are searched for one at any byte, so that bytes lost or added in the middle cost one sector and not the rest.
struct CWAScanner: ~Copyable {
    private let file: RecordingFile
    private let dialect: CWADialect
    private let buffer: UnsafeMutableRawBufferPointer
    private var bufferStart = 0
    private var bufferCount = 0
    /// The offset of the next byte to look at.
    private(set) var offset: Int
    /// The damage that was skipped since ``takeDamage()``.
    private(set) var damage = CWADamage()
    /// Sectors of the separate gyroscope stream that were passed over.
    private(set) var gyroscopeSectors = 0

    /// Starts at byte `offset` and reads in pieces of `chunk` bytes.
    init(_ file: RecordingFile, from offset: Int, dialect: CWADialect, chunk: Int = 1 << 20) {
        self.file = file
        self.offset = offset
        self.dialect = dialect
        buffer = .allocate(byteCount: max(chunk, 8 * CWASector.size), alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// The next sector, or nil at the end of the file.
    /// - Throws: `Failure` when the disk fails.
    mutating func next() throws -> CWASector? {
        while true {
            try fill()
            let available = bufferStart + bufferCount - offset
            guard available >= CWASector.size else {
                if available > 0 { damage.tail = offset..<(offset + available) }
                offset += max(0, available)
                return nil
            }
            let signature = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            switch UInt32(littleEndian: signature) {
            case CWASector.signature:
                do {
                    let sector = try CWASector(bytes, at: offset, dialect: dialect)
                    offset += CWASector.size
                    return sector
                } catch {
                    let start = offset
                    resynchronize()
                    if case .invalid = error.problem {
                        damage.addChecksum(start..<offset)
                    } else {
                        damage.addUnknown(start..<offset, error)
                    }
                }
            case CWASector.gyroscopeSignature:
                gyroscopeSectors += 1
                offset += CWASector.size
            case CWAHeader.signature where available >= CWAHeader.size:
                // Two recordings put together: the second one's header.
                offset += CWAHeader.size
            default:
                let start = offset
                resynchronize()
                damage.addUnknown(start..<offset, DecodeError(.mismatch("no sector begins here"), at: start))
            }
        }
    }

    /// The bytes from ``offset`` to the end.
    private var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            let rest = UnsafeRawBufferPointer(rebasing: buffer[(offset - bufferStart)..<bufferCount])
            return _overrideLifetime(rest.bytes, borrowing: self)
        }
    }

    /// The bytes of the sector that ``next()`` returned last.
    func withLastSector(_ body: (UnsafeRawBufferPointer) -> Void) {
        let start = offset - CWASector.size - bufferStart
        body(UnsafeRawBufferPointer(rebasing: buffer[start..<(start + CWASector.size)]))
    }

    /// Returns the skipped damage and clears it.
    mutating func takeDamage() -> CWADamage {
        defer { damage = CWADamage() }
        return damage
    }

    /// Makes two sectors available from ``offset`` on, where the file has them.
    private mutating func fill() throws {
        let end = bufferStart + bufferCount
        guard end - offset < 2 * CWASector.size, end < file.size || bufferCount == 0 else { return }
        bufferStart = offset
        bufferCount = try file.read(at: offset, into: buffer)
    }

    /// Moves to the next sound sector within 512 bytes, or 512 bytes on.
    private mutating func resynchronize() { offset += distanceToNextSector() }

    private func distanceToNextSector() -> Int {
        let span = bytes
        var sealed = dialect
        sealed.isVeryOld = false
        let end = min(CWASector.size, span.byteCount - CWASector.size + 1)
        for candidate in 1..<max(2, end) where candidate < end {
            let signature = span.unsafeLoadUnaligned(fromByteOffset: candidate, as: UInt32.self)
            guard UInt32(littleEndian: signature) == CWASector.signature,
                (try? CWASector(span.extracting(candidate...), at: offset + candidate, dialect: sealed)) != nil
            else { continue }
            return candidate
        }
        return min(CWASector.size, span.byteCount)
    }
}
