import CZlib
import Signals

/// The header of a packet.
struct MatrixPacket {
    /// The offset of the packet in the file.
    var start: Int
    /// Seconds since 1970 of its beginning and its end.
    var begins: Int
    /// Seconds since 1970 of its end.
    var ends: Int
    /// Samples of acceleration, of angular velocity, of temperature and of heart rate.
    var accelerations: Int
    /// The number of angular velocity samples.
    var rotations: Int
    /// The number of temperature values.
    var temperatures: Int
    /// The number of heart rate values.
    var heartRates: Int
    /// The checksum stored in the packet.
    var checksum: UInt32

    /// Bytes of the packet's header.
    static let headSize = 36
    /// The signature at the start of a packet.
    static let signature = Array("MDTCPACK".utf8)

    /// Bytes of the whole packet.
    var length: Int { Self.headSize + 6 * (accelerations + rotations) + 4 * (temperatures + heartRates) }
    /// Where each kind of sample begins in the file, in the order of their numbers.
    var places: (Int, Int, Int, Int) {
        let first = start + Self.headSize
        let second = first + 6 * accelerations
        let third = second + 6 * rotations
        return (first, second, third, third + 4 * temperatures)
    }

    /// Samples per second of `count` of them; nil when the packet's times do not say.
    func rate(of count: Int) -> Double? {
        guard ends > begins, count > 0 else { return nil }
        let rate = Double(count) / Double(ends - begins)
        return (0.001...10_000).contains(rate) ? rate : nil
    }

    /// Reads the head at byte `start`; nil when none begins there.
    init?(_ bytes: [UInt8], at start: Int) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var cursor = ByteCursor(bytes.span.bytes)
        guard (try? cursor.skip(8)) != nil, let checksum: UInt32 = try? cursor.little(),
            let begins: UInt32 = try? cursor.little(), let ends: UInt32 = try? cursor.little(),
            let accelerations: UInt32 = try? cursor.little(), let rotations: UInt32 = try? cursor.little(),
            let temperatures: UInt32 = try? cursor.little(), let heartRates: UInt32 = try? cursor.little()
        else { return nil }
        self.start = start
        (self.begins, self.ends, self.checksum) = (Int(begins), Int(ends), checksum)
        (self.accelerations, self.rotations) = (Int(accelerations), Int(rotations))
        (self.temperatures, self.heartRates) = (Int(temperatures), Int(heartRates))
    }
}

/// Finds the sound packets of a file one after the other.
struct MatrixPackets {
    private let file: RecordingFile
    private var offset = MatrixHeader.size
    /// Valid packets so far.
    private(set) var count = 0
    /// Damaged packets so far.
    private(set) var damaged = 0
    private var losses: [Loss] = []
    /// Bytes that were summed up in vain: a limit to the work that a made-up file can cause.
    private var wasted = 0

    private static let chunk = 1 << 18

    init(_ file: RecordingFile) { self.file = file }

    /// Returns the losses since the last call.
    mutating func takeLosses() -> [Loss] {
        defer { losses = [] }
        return losses
    }

    /// Reads the next packet with a correct checksum; nil at the end.
    mutating func next() throws -> MatrixPacket? {
        while offset < file.size {
            try Task.checkCancellation()
            let head = try file.bytes(at: offset, count: MatrixPacket.headSize)
            guard let packet = MatrixPacket(head, at: offset) else {
                let start = offset
                try search(from: offset + 1)
                damaged += 1
                losses.append(
                    Loss(
                        .damaged, count: 1, unit: .blocks,
                        detail: "no packet begins at byte \(start); \(skipped(start))"))
                continue
            }
            guard packet.length <= file.size - offset else {
                losses.append(
                    Loss(
                        .truncated, count: 1, unit: .blocks, first: instant(packet.begins), end: instant(packet.ends),
                        detail: "the packet at byte \(offset) has \(packet.length) bytes, of which the file has "
                            + "\(file.size - offset)"))
                damaged += 1
                try search(from: offset + MatrixPacket.headSize)
                continue
            }
            if wasted <= 8 * file.size, try sum(packet) == packet.checksum {
                offset += packet.length
                count += 1
                return packet
            }
            wasted += packet.length
            damaged += 1
            losses.append(
                Loss(
                    .checksum, count: 1, unit: .blocks, first: instant(packet.begins), end: instant(packet.ends),
                    detail: "the packet at byte \(offset) has a wrong checksum"))
            // Its length may be wrong as well, so the next one is looked for.
            try search(from: offset + MatrixPacket.headSize)
        }
        return nil
    }

    private func instant(_ second: Int) -> Instant { Instant(nanoseconds: Int64(second) * 1_000_000_000) }
    private func skipped(_ start: Int) -> String { "\(offset - start) bytes are passed over" }

    /// The checksum of the bytes after the packet's checksum.
    private func sum(_ packet: MatrixPacket) throws -> UInt32 {
        var sum: UInt = crc32(0, nil, 0)
        var place = packet.start + 12
        let end = packet.start + packet.length
        while place < end {
            try Task.checkCancellation()
            let bytes = try file.bytes(at: place, count: min(Self.chunk, end - place))
            guard !bytes.isEmpty else { break }
            sum = bytes.withUnsafeBufferPointer { crc32(sum, $0.baseAddress, UInt32($0.count)) }
            place += bytes.count
        }
        return UInt32(truncatingIfNeeded: sum)
    }

    /// Moves to the next mark of a packet at or after byte `start`, or to the end.
    private mutating func search(from start: Int) throws {
        let mark = MatrixPacket.signature
        var place = start
        while place < file.size {
            try Task.checkCancellation()
            let bytes = try file.bytes(at: place, count: Self.chunk + mark.count)
            var index = 0
            while index + mark.count <= bytes.count {
                if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
                    offset = place + index
                    return
                }
                index += 1
            }
            place += Self.chunk
        }
        offset = file.size
    }
}
