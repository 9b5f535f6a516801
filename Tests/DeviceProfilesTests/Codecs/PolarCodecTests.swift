import DeviceProfiles
import Documents
import Runtime
import Signals
import TestKit
import Testing

struct PolarCodecTests {
    @Test func `a printed raw frame`() throws {
        var codec = PolarCodec()
        let frame = try codec.frame(hex("02ea54a2428b4552080145ffe4ffb50345ffe4ffb803"))
        #expect(frame.deviceTime == 599_618_164_814_402_794)
        #expect(frame.values("acceleration") == [-187, -28, 949, -187, -28, 952].map { $0 / 1000 })
        #expect(frame.column("acceleration")?.unit == .standardGravity)
    }

    @Test func `a printed compressed frame, cut to three samples`() throws {
        let bytes = hex("02646c76c43cc67f0780 d0ff6501e40f 0802 fc07ff 0c13f2")
        var codec = PolarCodec()
        codec.set("factor.2", to: 1)
        #expect(try codec.frame(bytes).values("acceleration") == [-48, 357, 4068, -52, 364, 4067, -40, 383, 4053])
        var told = PolarCodec()
        _ = try told.frame(hex("f002020000050140da7f39"))
        let g = try told.frame(bytes).values("acceleration")
        #expect(abs(g[2] - 0.992592) < 1e-5)
        // Told nothing, 16 bits span 8 g.
        var plain = PolarCodec()
        #expect(try abs(plain.frame(bytes).values("acceleration")[2] - 0.992592) < 1e-3)
    }

    @Test func `a block of width 0 repeats the last sample`() throws {
        var codec = PolarCodec()
        let frame = try codec.frame(hex("02 0100000000000000 81 0100 0200 0300 0003"))
        #expect(frame.values("acceleration") == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3].map { $0 / 1000 })
    }

    @Test(arguments: [
        "02", "02010000000000", "02 0100000000000000 81 0100", "02 0100000000000000 81 0100 0200 0300 08",
        "02 0100000000000000 81 0100 0200 0300 2101 00", "02 0100000000000000 81 0100 0200 0300 0800",
        "02 0100000000000000 81 0100 0200 0300 08ff 00", "02 0100000000000000 01 0100 0200 03",
        "02 0100000000000000 05", "02 0100000000000000 85", "04 0100000000000000 01", "3f 0100000000000000 01",
    ])
    func `bytes that make no frame are refused`(text: String) {
        var codec = PolarCodec()
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex(text)) }
    }

    @Test func `blocks of width 0 cannot blow a frame up`() {
        let blocks = [[UInt8]](repeating: [0, 255], count: 200).flatMap { $0 }
        var codec = PolarCodec()
        #expect(throws: DecodeError.self) { _ = try codec.frame(hex("02 0100000000000000 81 010002000300") + blocks) }
    }

    @Test func `differences of every width come back`() throws {
        var random = SplitMix(state: 7)
        for width in 1...32 {
            let count = 9
            var writer = BitWriter()
            var values: [Int32] = [1, 2, 3]
            var last = values
            for _ in 0..<count {
                for channel in 0..<3 {
                    let delta = Int32(truncatingIfNeeded: Int64(bitPattern: random.next()) >> (64 - Int64(width)))
                    writer.append(UInt32(bitPattern: delta), bits: width)
                    last[channel] &+= delta
                    values.append(last[channel])
                }
            }
            var codec = PolarCodec()
            let header = hex("05 0100000000000000 81 01000000 02000000 03000000")
            let frame = try codec.frame(header + [UInt8(width), UInt8(count)] + writer.bytes)
            let expected = values.map { Float(bitPattern: UInt32(bitPattern: $0)) }.map { $0.isFinite ? $0 : .nan }
            for (value, wanted) in zip(frame.values("angular_velocity"), expected) {
                #expect(value == wanted || (value.isNaN && wanted.isNaN), "width \(width)")
            }
            #expect(frame.values("angular_velocity").count == expected.count)
        }
    }

    @Test(.enabled(if: TestData.isAvailable)) func `real electrocardiogram frames of a strap`() throws {
        struct Session: Decodable {
            struct Frame: Decodable {
                struct Expected: Decodable {
                    var ts_ns: Double
                    var n: Int
                    var first_uV: [Float]
                    var last_uV: [Float]
                    var sum_uV: Float
                }
                var hex: String
                var expect: Expected
            }
            struct Demo: Decodable { var frames: [String] }
            var ecg_frames_gatttool: [Frame]
            var ecg_frames_bleak_demo: Demo
        }
        let json = try JSONValue(parsing: TestData.bytes("ble/polar_h10_gatttool_session_real.json"))
        let session = try json.decoded(as: Session.self)
        var codec = PolarCodec()
        #expect(session.ecg_frames_gatttool.count >= 5)
        for real in session.ecg_frames_gatttool {
            let frame = try codec.frame(hex(real.hex))
            let values = frame.values("ecg")
            // The file's number went through a double.
            #expect(frame.deviceTime.map(Double.init) == real.expect.ts_ns && values.count == real.expect.n)
            #expect(Array(values.prefix(4)) == real.expect.first_uV && Array(values.suffix(2)) == real.expect.last_uV)
            #expect(values.reduce(0, +) == real.expect.sum_uV)
        }
        var previous: Int64 = 0
        for text in session.ecg_frames_bleak_demo.frames {
            let frame = try codec.frame(hex(text))
            #expect(frame.values("ecg").count == 73)
            let time = try #require(frame.deviceTime)
            if previous > 0 { #expect((560_800_000...561_600_000).contains(time - previous)) }
            previous = time
        }
    }
}

/// Random numbers that are the same each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Bits beside each other, the lowest first.
private struct BitWriter {
    var bytes: [UInt8] = []
    private var count = 0
    mutating func append(_ value: UInt32, bits: Int) {
        for bit in 0..<bits {
            if count % 8 == 0 { bytes.append(0) }
            if value >> UInt32(bit) & 1 == 1 { bytes[count / 8] |= 1 << UInt8(count % 8) }
            count += 1
        }
    }
}
