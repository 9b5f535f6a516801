import Recordings
import Signals

/// Six hours of an Axivity recording, made in memory, decoded to samples with time.
struct DecodeBenchmark {
    private static let sectors = 18_000
    private static let perSector = 120
    private let file: RecordingFile

    init() throws {
        var bytes = Self.header
        bytes.reserveCapacity(1024 + Self.sectors * 512)
        for number in 0..<Self.sectors { Self.append(sector: number, to: &bytes) }
        file = try RecordingFile(name: "benchmark.cwa", bytes: bytes)
    }

    func run() throws -> Benchmark.Work {
        var sink = Counter()
        return try Benchmark.measure {
            _ = try RecordingFormats.decode(file, options: DecodeOptions(channels: [.acceleration]), into: &sink)
            return sink.count
        }
    }

    private struct Counter: RecordingSink {
        var count = 0
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) { count += batch.count }
    }

    /// The header of an AX3 at 100 Hz and 8 g (Open Movement, CWA format).
    private static var header: [UInt8] {
        var block = [UInt8](repeating: 0xFF, count: 1024)
        block.replaceSubrange(0..<5, with: [0x4D, 0x44, 0xFC, 0x03, 0x17])
        block.replaceSubrange(5..<13, with: [0x39, 0x30, 1, 0, 0, 0, 0, 0])
        (block[36], block[41]) = (74, 48)
        return block
    }

    /// A packed sector, stamped at its first sample, with a sawtooth on each axis.
    private static func append(sector number: Int, to bytes: inout [UInt8]) {
        var words = [UInt32](repeating: 0, count: 120)
        for index in 0..<perSector {
            let sample = UInt32(number * perSector + index)
            words[index] = sample & 0xFF | (sample / 3 & 0xFF) << 10 | (sample / 7 & 0xFF) << 20
        }
        let start = number * perSector * 32_768 / 100
        let (second, fraction) = (start / 32_768, start % 32_768)
        let day = 24 * 1 << 26 | 3 << 22 | 4 << 17
        let stamp = UInt32(day | (second / 3600) << 12 | second / 60 % 60 << 6 | second % 60)
        var block: [UInt8] = []
        block.put(0x5841, 2)
        block.put(508, 2)
        block.put(0x8000 | fraction, 2)
        block.put(1, 4)
        block.put(number, 4)
        block.put(Int(stamp), 4)
        block.put(300, 2)
        block.put(262, 2)
        block += [0, 190, 74, 0x30]
        // Where in the sector the whole second of the stamp would be, as the recorder's firmware has it.
        block.put(-(fraction * 100 / 32_768) & 0xFFFF, 2)
        block.put(perSector, 2)
        for word in words { block.put(Int(word), 4) }
        var sum = 0
        for index in stride(from: 0, to: block.count, by: 2) { sum += Int(block[index]) | Int(block[index + 1]) << 8 }
        block.put(-sum & 0xFFFF, 2)
        bytes += block
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ value: Int, _ count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
