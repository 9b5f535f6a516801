import Signals
import Testing

@testable import Recordings

@Suite("Packed samples, however many at a time")
struct PackedSamplesTests {
    private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    /// What `fill` writes into room for `count` samples, and nothing beyond it.
    private static func floats(_ count: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) -> [Float] {
        var target = [Float](repeating: -777, count: 3 * count + 8)
        target.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { fill(start) } }
        #expect(target[(3 * count)...].allSatisfy { $0 == -777 })
        return Array(target[..<(3 * count)])
    }

    private static func signed(_ value: Int, _ bits: Int) -> Float {
        Float(value >= 1 << (bits - 1) ? value - 1 << bits : value)
    }

    @Test("ten bits with a common exponent, at any address", arguments: [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 119, 120])
    func ten(count: Int) {
        let bytes = Self.bytes(4 * count, seed: 7)
        let expected = (0..<count).flatMap { index -> [Float] in
            let word = (0..<4).reduce(0) { $0 | Int(bytes[4 * index + $1]) << (8 * $1) }
            let factor = Float(1 << (word >> 30)) / 256
            return (0..<3).map { Self.signed(word >> (10 * $0) & 0x3FF, 10) * factor }
        }
        let found = Self.floats(count) { target in
            ([0xFF] + bytes).withUnsafeBytes { source in
                guard let start = source.baseAddress.map({ $0 + 1 }) else { return }
                CWASamples.unpack(start, count: count, scale: 1 / 256, into: target)
            }
        }
        #expect(found == expected)
    }

    @Test("twelve bits in both orders", arguments: [1, 2, 3, 4, 5, 6, 7, 30, 99, 100], [true, false])
    func twelve(count: Int, swaps: Bool) {
        let bytes = Self.bytes((9 * count + 1) / 2, seed: 11)
        let nibbles = bytes.flatMap { [Int($0 >> 4), Int($0 & 15)] }
        let expected = (0..<count).flatMap { index -> [Float] in
            let values = (0..<3).map { part -> Float in
                let place = 9 * index + 3 * part
                return Self.signed(nibbles[place] << 8 | nibbles[place + 1] << 4 | nibbles[place + 2], 12) * 0.5
            }
            return swaps ? [values[1], values[0], values[2]] : values
        }
        let found = Self.floats(count) { target in
            bytes.withUnsafeBytes {
                GT3XSamples.decode(swaps ? .packedYXZ : .packedXYZ, $0, count: count, scale: 0.5, into: target)
            }
        }
        #expect(found == expected)
    }

    @Test("hexadecimal digits in both cases, and none among them that is no digit", arguments: [1, 2, 3, 4, 7, 300])
    func digits(count: Int) {
        let raw = Self.bytes(6 * count, seed: 13)
        let text = raw.enumerated().flatMap { index, byte -> [UInt8] in
            let pair = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            return Array((index % 2 == 0 ? pair.uppercased() : pair).utf8)
        }
        let factor = SIMD4<Float>(0.004, -0.0039, 0.0041, 0)
        let shift = SIMD4<Float>(0.02, -0.01, 0.005, 0)
        var rest: [UInt16] = []
        func decode(_ text: [UInt8]) -> (values: [Float], isSound: Bool) {
            var isSound = false
            rest = Array(repeating: 0xFFFF, count: count)
            let values = Self.floats(count) { target in
                text.withUnsafeBytes { source in
                    guard let start = source.baseAddress else { return }
                    rest.withUnsafeMutableBufferPointer { rest in
                        guard let bits = rest.baseAddress else { return }
                        isSound = GENEActivSamples.decode(
                            start, count: count, factor: factor, shift: shift, into: target, rest: bits)
                    }
                }
            }
            return (values, isSound)
        }
        let nibbles = raw.flatMap { [Int($0 >> 4), Int($0 & 15)] }
        let expected = (0..<count).flatMap { index in
            (0..<3).map { axis -> Float in
                let place = 12 * index + 3 * axis
                let value = nibbles[place] << 8 | nibbles[place + 1] << 4 | nibbles[place + 2]
                return Self.signed(value, 12) * factor[axis] + shift[axis]
            }
        }
        let found = decode(text)
        #expect(found.isSound && found.values == expected)
        #expect(rest == (0..<count).map { UInt16(nibbles[(12 * $0 + 9)..<(12 * $0 + 12)].reduce(0) { $0 << 4 | $1 }) })
        for place in [0, 5, 11, 12 * count - 1, 12 * count - 12] {
            for byte in Array("/:@G`g \u{0}".utf8) + [0x80, 0xB0, 0xC1, 0xFF] {
                var bad = text
                bad[place] = byte
                #expect(!decode(bad).isSound, "byte \(byte) at \(place)")
            }
        }
    }
}
