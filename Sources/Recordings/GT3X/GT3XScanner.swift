import Glibc
import Signals

/// Finds the records of log.bin one after the other, over whatever lies between them.
struct GT3XScanner: ~Copyable {
    private let reader: any MemberReader
    private let buffer: UnsafeMutableRawBufferPointer
    /// The bytes of log.bin that are in the buffer begin here.
    private var base = 0
    private var count = 0
    private var position = 0
    private var isAtEnd = false
    /// Bytes over which checksums were made in vain: a limit to the work that damage can cause.
    private var wasted = 0
    /// The damage that was skipped since ``takeDamage()``.
    private(set) var damage = GT3XDamage()

    /// A record and what surrounds it while it is searched for.
    private static let capacity = 1 << 20
    /// Larger records are not believed in after much damage.
    private static let largestAfterDamage = 2048

    /// A scanner at the start of `reader`.
    init(_ reader: any MemberReader) {
        self.reader = reader
        buffer = .allocate(byteCount: Self.capacity, alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// The byte of log.bin at which the next record is looked for.
    var offset: Int { base + position }

    /// Returns the skipped damage and clears it.
    mutating func takeDamage() -> GT3XDamage {
        defer { damage = GT3XDamage() }
        return damage
    }

    /// The payload of the record that ``next()`` returned last.
    func withPayload<T>(of record: GT3XRecord, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = record.offset - base + GT3XRecord.headSize
        return try body(UnsafeRawBufferPointer(rebasing: buffer[start..<(start + record.size)]))
    }

    /// The next sound record, or nil at the end.
    /// - Throws: `Failure` when the disk fails; `CancellationError`.
    mutating func next() throws -> GT3XRecord? {
        var skipped: (start: Int, isRecord: Bool)?
        while true {
            try fill()
            guard position < count else { break }
            if let record = try record(isStrict: skipped != nil) {
                if let skipped { damage.add(skipped.start..<record.offset, isRecord: skipped.isRecord) }
                position = record.offset - base + record.length
                return record
            }
            // Zeros between records are legal.
            if skipped == nil, buffer[position] == 0 {
                position += 1
                continue
            }
            if skipped == nil { skipped = (offset, buffer[position] == GT3XRecord.separator) }
            position += 1
            position = nextSeparator()
        }
        if let skipped {
            if skipped.isRecord, isCut(at: skipped.start) {
                damage.tail = skipped.start..<offset
            } else {
                damage.add(skipped.start..<offset, isRecord: skipped.isRecord)
            }
        }
        return nil
    }

    /// The place of the next separator in the buffer, or its end.
    private func nextSeparator() -> Int {
        guard position < count, let start = buffer.baseAddress,
            let found = memchr(start + position, Int32(GT3XRecord.separator), count - position)
        else { return count }
        return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
    }

    /// The record at the present position, if there is one; `isStrict` after damage, where a chance match is likely.
    private mutating func record(isStrict: Bool) throws -> GT3XRecord? {
        guard buffer[position] == GT3XRecord.separator, let record = head() else { return nil }
        if isStrict {
            guard record.type < 0x40, wasted < 64 * Self.capacity || record.size <= Self.largestAfterDamage else {
                return nil
            }
        }
        guard record.length <= count - position else { return nil }
        let end = position + record.length
        guard Self.parity(buffer, position..<(end - 1)) ^ 0xFF == buffer[end - 1] else {
            wasted += record.length
            return nil
        }
        guard isStrict, end < count else { return record }
        return buffer[end] == GT3XRecord.separator || buffer[end] == 0 ? record : nil
    }

    /// The head of a record at the present position, where there are enough bytes.
    private func head() -> GT3XRecord? {
        guard count - position >= GT3XRecord.headSize else { return nil }
        let second = buffer.loadUnaligned(fromByteOffset: position + 2, as: UInt32.self)
        let size = buffer.loadUnaligned(fromByteOffset: position + 6, as: UInt16.self)
        return GT3XRecord(
            type: buffer[position + 1], second: UInt32(littleEndian: second), size: Int(UInt16(littleEndian: size)),
            offset: offset)
    }

    /// Whether what begins at byte `start` of log.bin is a record longer than the rest of it.
    private func isCut(at start: Int) -> Bool {
        let place = start - base
        guard place >= 0 else { return false }
        guard count - place >= GT3XRecord.headSize else { return true }
        let size = Int(UInt16(littleEndian: buffer.loadUnaligned(fromByteOffset: place + 6, as: UInt16.self)))
        return place + GT3XRecord.headSize + size + 1 > count && buffer[place + 1] < 0x40
    }

    /// Makes the longest record available from the present position on, where log.bin has it.
    private mutating func fill() throws {
        guard !isAtEnd, count - position < GT3XRecord.headSize + 65_536 + 2, let start = buffer.baseAddress else {
            return
        }
        try Task.checkCancellation()
        memmove(start, start + position, count - position)
        base += position
        count -= position
        position = 0
        while count < buffer.count {
            let got = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if got == 0 {
                isAtEnd = true
                break
            }
            count += got
        }
    }

    /// All bytes of `range` taken together by exclusive or.
    private static func parity(_ bytes: UnsafeMutableRawBufferPointer, _ range: Range<Int>) -> UInt8 {
        var wide = SIMD4<UInt64>(repeating: 0)
        var place = range.lowerBound
        while place + 32 <= range.upperBound {
            wide ^= bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
            place += 32
        }
        var word = wide[0] ^ wide[1] ^ wide[2] ^ wide[3]
        word ^= word >> 32
        word ^= word >> 16
        word ^= word >> 8
        var parity = UInt8(truncatingIfNeeded: word)
        while place < range.upperBound {
            parity ^= bytes[place]
            place += 1
        }
        return parity
    }
}
