import Testing

@testable import Recordings

@Suite("Axivity's packed samples")
struct CWASamplesTests {
    @Test("come out the same one by one and many at once, with every exponent, at any alignment")
    func values() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for count in 0...26 {
            let words = (0..<count).map { _ -> UInt32 in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return UInt32(truncatingIfNeeded: state >> 32)
            }
            let bytes =
                [0xFF]
                + words.flatMap { word -> [UInt8] in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
            let expected = words.flatMap { word -> [Float] in
                [0, 10, 20].map { shift -> Float in
                    let field = Int(word >> shift & 0x3FF)
                    let signed = field >= 512 ? field - 1024 : field
                    return Float(signed << Int(word >> 30)) / 256
                }
            }
            let found = [Float](unsafeUninitializedCapacity: count * 3 + 1) { target, filled in
                filled = count * 3
                bytes.withUnsafeBytes { source in
                    guard let source = source.baseAddress, let target = target.baseAddress else { return }
                    CWASamples.unpack(source + 1, count: count, scale: 1 / 256, into: target)
                }
            }
            #expect(found == expected, "\(count) samples")
        }
    }
}
