import Signals
import Testing

@testable import Store

@Suite("Sample blocks")
struct SampleBlockTests {
    /// Batches of every kind a stream may have.
    private func batches(_ generator: inout SeededGenerator, axes: Int) -> [SampleBatch] {
        (0..<Int.random(in: 1...9, using: &generator)).map { _ in
            let count = Int.random(in: 0...40, using: &generator)
            let values = (0..<count * axes).map { _ in
                Float(bitPattern: UInt32.random(in: .min ... .max, using: &generator))
            }
            let origin = Instant(nanoseconds: .random(in: .min ... .max, using: &generator))
            let times: SampleTimes =
                if Bool.random(using: &generator) {
                    .uniform(
                        Timeline(
                            origin: origin, fixedPeriod: .random(in: 1 ... .max, using: &generator),
                            firstIndex: .random(in: -1000...1000, using: &generator)))
                } else {
                    .stamped((0..<count).map { _ in .random(in: .min ... .max, using: &generator) })
                }
            return SampleBatch(
                device: Sample.device, channel: .acceleration, unit: .standardGravity, axes: axes, values: values,
                times: times,
                deviceTime: Bool.random(using: &generator) ? .random(in: .min ... .max, using: &generator) : nil,
                received: origin,
                sequence: Bool.random(using: &generator) ? .random(in: .min ... .max, using: &generator) : nil)
        }
    }

    private func decode(_ bytes: [UInt8], axes: Int) throws -> [SampleBatch] {
        try SampleBlock.decode(
            bytes, device: Sample.device, channel: .acceleration, unit: .standardGravity, axes: axes)
    }

    @Test("gives any batches back to the same bits", arguments: UInt64(1)...40)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let axes = Int.random(in: 1...6, using: &generator)
        let before = batches(&generator, axes: axes)
        let bytes = SampleBlock.encode(before, axes: axes)
        let after = try decode(try Zstd.decompress(try Zstd.compress(bytes), size: bytes.count), axes: axes)
        #expect(after.map(\.bits) == before.map(\.bits))
        #expect(after.map(\.outline) == before.map(\.outline))
    }

    @Test("refuses a block that is cut at any byte, and never traps on a changed one")
    func damage() throws {
        var generator = SeededGenerator(77)
        let bytes = SampleBlock.encode(batches(&generator, axes: 3), axes: 3)
        for length in 0..<bytes.count {
            #expect(throws: DecodeError.self) { try decode(Array(bytes[..<length]), axes: 3) }
        }
        for place in 0..<min(bytes.count, 400) {
            var changed = bytes
            changed[place] ^= 0xFF
            _ = try? decode(changed, axes: 3)
        }
        #expect(throws: DecodeError.self) { try decode(bytes, axes: 0) }
    }

    @Test("refuses compressed bytes with a wrong checksum or size")
    func frame() throws {
        var packed = try Zstd.compress(Array(repeating: 9, count: 999))
        #expect(throws: DecodeError.self) { try Zstd.decompress(packed, size: 998) }
        #expect(throws: DecodeError.self) { try Zstd.decompress(packed, size: 1000) }
        #expect(throws: DecodeError.self) { try Zstd.decompress(packed, size: -1) }
        #expect(throws: DecodeError.self) { try Zstd.decompress(packed, size: .max) }
        packed[packed.count - 1] ^= 1
        #expect(throws: DecodeError.self) { try Zstd.decompress(packed, size: 999) }
    }
}
