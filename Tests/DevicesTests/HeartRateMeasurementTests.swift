import Devices
import Foundation
import Signals
import TestKit
import Testing

@Suite("Heart Rate Measurement")
struct HeartRateMeasurementTests {
    @Test("decodes every field of a full value")
    func full() throws {
        let value = try HeartRateMeasurement([0x1F, 0x2C, 0x01, 0x34, 0x12, 0x00, 0x04, 0xFF, 0xFF])
        #expect(value.rate == 300)
        #expect(value.contact == .detected)
        #expect(value.energy == 0x1234)
        #expect(value.intervals == [1024, 65_535])
        #expect(value.ignoredBytes == 0)
    }

    @Test(
        "tells unsupported, absent and detected contact apart",
        arguments: [
            (UInt8(0), HeartRateMeasurement.Contact.unsupported), (2, .unsupported), (4, .absent), (6, .detected),
        ])
    func contact(flags: UInt8, expected: HeartRateMeasurement.Contact) throws {
        #expect(try HeartRateMeasurement([flags, 60]).contact == expected)
    }

    @Test("ignores reserved flag bits") func reserved() throws {
        #expect(try HeartRateMeasurement([0xE0, 61]) == HeartRateMeasurement(rate: 61))
    }

    @Test("drops an odd byte after the intervals and keeps the rest") func oddByte() throws {
        let value = try HeartRateMeasurement([0x10, 60, 0x00, 0x04, 0x07])
        #expect(value.intervals == [1024])
        #expect(value.ignoredBytes == 1)
    }

    @Test("counts bytes that no flag announces") func surplus() throws {
        let value = try HeartRateMeasurement([0x00, 60, 1, 2, 3])
        #expect(value.intervals.isEmpty)
        #expect(value.ignoredBytes == 3)
    }

    @Test(
        "says at which byte a value is cut short",
        arguments: [([UInt8](), 0), ([0x00], 1), ([0x01, 60], 1), ([0x08, 60, 1], 2), ([0x09, 60, 0, 1], 3)])
    func truncated(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: DecodeError.self) { try HeartRateMeasurement(bytes) }
        #expect(error?.offset == offset)
        guard case .truncated = error?.problem else {
            Issue.record("\(String(describing: error)) is not a truncation")
            return
        }
    }

    @Test("leaves a measurement as it was when decoding in place fails") func atomic() throws {
        var value = HeartRateMeasurement(rate: 70, intervals: [900])
        #expect(throws: DecodeError.self) {
            let bytes: [UInt8] = [0x18, 60, 1]
            try value.decode(bytes.span.bytes)
        }
        #expect(value == HeartRateMeasurement(rate: 70, intervals: [900]))
    }

    @Test("gives back what was encoded, for ten thousand random values") func roundTrip() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<10_000 {
            let value = HeartRateMeasurement(
                rate: random.chance(0.3)
                    ? UInt16.random(in: 0...65_535, using: &random) : UInt16.random(in: 0...255, using: &random),
                contact: [.unsupported, .absent, .detected].randomElement(using: &random) ?? .absent,
                energy: random.chance(0.5) ? UInt16.random(in: 0...65_535, using: &random) : nil,
                intervals: (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    UInt16.random(in: 0...65_535, using: &random)
                })
            #expect(try HeartRateMeasurement(value.encoded()) == value)
        }
    }

    @Test("gives a value or a decode error for any bytes") func anyBytes() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            do {
                let value = try HeartRateMeasurement(bytes)
                let again = try HeartRateMeasurement(value.encoded())
                #expect(again.rate == value.rate && again.intervals == value.intervals && again.energy == value.energy)
            } catch {
                #expect(error.offset <= bytes.count)
            }
        }
    }

    @Test("decodes what real straps sent", .enabled(if: TestData.isAvailable)) func realStraps() throws {
        struct File: Decodable {
            struct Vector: Decodable {
                struct Expectation: Decodable {
                    var hr: UInt16?
                    var contact: Bool?
                    var rr: [UInt16]?
                }
                var device: String
                var values: [String]
                var expect: [Expectation]
            }
            var vectors: [Vector]
        }
        let file = try JSONDecoder().decode(File.self, from: Data(TestData.bytes("ble/hr_measurement_real.json")))
        var compared = 0
        for vector in file.vectors {
            for (text, expected) in zip(vector.values, vector.expect) {
                // A vector without a rate is a maker's own format on another characteristic.
                guard let rate = expected.hr else { continue }
                let value = try HeartRateMeasurement(bytes(hex: text))
                #expect(value.rate == rate, "\(vector.device) \(text)")
                #expect((value.contact == .detected) == expected.contact, "\(vector.device) \(text)")
                #expect(value.intervals == expected.rr, "\(vector.device) \(text)")
                #expect(value.encoded() == bytes(hex: text), "\(vector.device) \(text)")
                compared += 1
            }
        }
        #expect(compared >= 3)
    }

    private func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}
