import Recordings
import Signals
import TestKit
import Testing

@Suite("Matrix .BIN")
struct MatrixTests {
    private func decode(_ bytes: [UInt8]) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile(name: "x.bin", bytes: bytes)
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    private func real(_ name: String) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile.open(path: TestData.path("matrix/\(name)"))
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    private func still(_ count: Int, _ z: Int = 4096) -> [[Int]] { Array(repeating: [1, -2, z], count: count) }

    @Test("spreads the samples of every sensor over their packet")
    func packet() throws {
        var writer = MatrixWriter()
        writer.packet(
            1_700_000_000, 1_700_000_010, accelerations: (0..<250).map { [$0, -$0, 4096] },
            rotations: (0..<20).map { [16384, -16384, $0] }, temperatures: [[365, 221], [-5, 0]],
            heartRates: [[900, 61], [0, 0], [1, 62]])
        let (summary, sink) = try decode(writer.bytes)
        let samples = sink.samples(.acceleration)
        #expect(summary.header.format == "matrix" && summary.samples == 250 && summary.losses.isEmpty)
        #expect(samples.map(\.values) == (0..<250).map { [Float($0) / 4096, -Float($0) / 4096, 1] })
        #expect(samples[0].time.nanoseconds == 1_700_000_000_000_000_000)
        #expect(samples[25].time.seconds(since: samples[0].time) == 1)
        #expect(sink.samples(.angularVelocity)[3].values == [1000, -1000, Float(3) * 2000 / 32768])
        #expect(sink.samples(.angularVelocity)[2].time.seconds(since: samples[0].time) == 1)
        #expect(sink.samples(.temperature).map(\.values) == [[36.5, 22.1], [-0.5, 0]])
        #expect(sink.samples(.heartRate).map(\.values) == [[61], [62]])
    }

    @Test("packets follow each other at one pace, holes between them are gaps")
    func runs() throws {
        var writer = MatrixWriter()
        writer.packet(1_700_000_000, 1_700_000_200, accelerations: still(5000))
        // By its own times this one would have 26.3 samples a second; those before it say 25.
        writer.packet(1_700_000_200, 1_700_000_219, accelerations: still(500))
        writer.packet(1_700_001_000, 1_700_001_020, accelerations: still(500))
        let (summary, sink) = try decode(writer.bytes)
        #expect(summary.segments.map(\.count) == [5500, 500] && summary.losses.map(\.cause) == [.gap])
        let times = sink.samples(.acceleration)[..<5500].map(\.time)
        let steps = zip(times, times.dropFirst()).map { $1.nanoseconds(since: $0) }
        #expect(steps.allSatisfy { (39_999_999...40_000_001).contains($0) })
    }

    @Test("leaves out packets whose checksum or length does not fit, and finds the next")
    func damage() throws {
        var writer = MatrixWriter()
        for index in 0..<4 {
            writer.packet(1_700_000_000 + index * 10, 1_700_000_010 + index * 10, accelerations: still(100, index))
        }
        let size = (writer.bytes.count - 524) / 4
        var wrong = writer.bytes
        wrong[524 + size + 60] ^= 1
        var (summary, sink) = try decode(wrong)
        #expect(summary.segments.map(\.count) == [100, 200] && summary.losses.map(\.cause) == [.checksum, .gap])
        var long = writer.bytes
        long[524 + size + 23] = 0x7F
        (summary, sink) = try decode(long)
        #expect(summary.samples == 300 && Set(summary.losses.map(\.cause)) == [.truncated, .gap])
        var shifted = writer.bytes
        shifted.insert(contentsOf: [1, 2, 3], at: 524 + 2 * size)
        (summary, sink) = try decode(Array(shifted.dropLast(30)))
        #expect(summary.samples == 300 && Set(summary.losses.map(\.cause)) == [.damaged, .truncated])
        #expect(sink.samples(.acceleration).count == 300)
    }

    @Test("refuses a file without a sound packet or a range")
    func refused() throws {
        var writer = MatrixWriter()
        #expect(throws: Failure.self) { try decode(writer.bytes) }
        writer.packet(1, 11, accelerations: still(10))
        var flat = writer.bytes
        (flat[520], flat[521]) = (0, 0)
        #expect(throws: Failure.self) { try decode(flat) }
        #expect(throws: Failure.self) { try decode(Array(writer.bytes.prefix(530))) }
    }

    @Test("real recorders", .enabled(if: TestData.isAvailable))
    func recorders() throws {
        let (plain, sink) = try real("mtx_12.5Hz_acc.BIN")
        #expect(plain.samples == 12_272 && plain.segments.count == 1 && plain.losses.isEmpty)
        let first = sink.samples(.acceleration)[0]
        #expect(first.values == [-155, 1072, -3813].map { Float($0) / 4096 })
        #expect(first.time.nanoseconds == 1_737_751_311_000_000_000)
        let (pulse, rates) = try real("mtx_25Hz_acc_HR.BIN")
        let rate = try #require(pulse.header.channels[0].observedRate)
        #expect(pulse.losses.isEmpty && abs(rate - 25.6) < 0.1)
        #expect(!rates.samples(.heartRate).isEmpty)
        let (damaged, _) = try real("mtx_corrupted.bin")
        #expect(damaged.losses.filter { $0.cause == .checksum }.count == 1 && damaged.samples > 0)
    }
}
