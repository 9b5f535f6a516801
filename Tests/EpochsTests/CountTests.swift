import Foundation
import Signals
import TestKit
import Testing

@testable import Epochs

@Suite("Activity counts") struct CountTests {
    private struct Oracle: Decodable {
        var agcounts_1s, agcounts_10s, agcounts_60s, agcounts_30Hz_10s, agcounts_50Hz_10s: [[Int]]
    }

    private func oracle() throws -> Oracle {
        try JSONDecoder().decode(Oracle.self, from: Data(try TestData.bytes("oracle/epoch_metrics_890s.json")))
    }

    @Test(
        "are the published reference's to the last integer", .enabled(if: TestData.isAvailable),
        arguments: [(100, 1), (100, 10), (100, 60), (30, 10), (50, 10)])
    func reference(hertz: Int, seconds: Int) throws {
        let oracle = try oracle()
        let expected =
            switch (hertz, seconds) {
            case (100, 1): oracle.agcounts_1s
            case (100, 10): oracle.agcounts_10s
            case (100, _): oracle.agcounts_60s
            case (30, _): oracle.agcounts_30Hz_10s
            default: oracle.agcounts_50Hz_10s
            }
        let rows = try Measured.rows(
            .counts, Measured.oracle(hertz: hertz), hertz: Double(hertz), seconds: seconds)
        #expect(rows.count >= expected.count && expected.count >= 14)
        for (row, counts) in zip(rows, expected) {
            let own = try #require(row.counts)
            #expect([Int(own.x), Int(own.y), Int(own.z)] == counts)
        }
    }

    @Test("of the same shaking hardly depend on the rate", arguments: [25.0, 40, 64, 85.7, 98.6, 100, 200])
    func rates(hertz: Double) throws {
        let values = (0..<Int(60 * hertz)).flatMap { index -> [Float] in
            let phase = 2 * Double.pi * Double(index) / hertz
            return [Float(0.5 * sin(phase)), Float(0.3 * cos(phase)), 1]
        }
        let row = try #require(Measured.rows(.counts, values, hertz: hertz, seconds: 60).first)
        let counts = try #require(row.counts)
        let reference = try #require(
            Measured.rows(
                .counts,
                (0..<1800).flatMap { index -> [Float] in
                    let phase = 2 * Double.pi * Double(index) / 30
                    return [Float(0.5 * sin(phase)), Float(0.3 * cos(phase)), 1]
                }, hertz: 30, seconds: 60
            ).first?.counts)
        #expect(counts.x > 1000 && abs(counts.x / reference.x - 1) < 0.05)
        #expect(abs(counts.y / reference.y - 1) < 0.05 && counts.z == 0)
    }

    @Test("do not depend on how the samples arrive")
    func batches() throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: 1_700_000_000_300_000_000), hertz: 100))
        let samples = Samples(on: line, count: 9000)
        var whole = MotionMetrics([.counts, .hfen, .steps, .mims], seconds: 10, zone: .utc, rate: 100, range: 1.2)
        var parts = MotionMetrics([.counts, .hfen, .steps, .mims], seconds: 10, zone: .utc, rate: 100, range: 1.2)
        whole.add(samples.batch)
        var first = 0
        while first < samples.count {
            let end = min(samples.count, first + first % 137 + 1)
            parts.add(samples.batch(first..<end))
            first = end
        }
        whole.finish()
        parts.finish()
        for second in stride(from: Int64(1_700_000_000), to: 1_700_000_090, by: 10) {
            let start = Instant(nanoseconds: second * 1_000_000_000)
            #expect(whole.take(start) == parts.take(start))
        }
    }

    @Test("begin anew after a hole, and a hole leaves its epochs out")
    func holes() throws {
        var samples = Samples(at: (0..<6000).map { Samples.start + Int64($0) * 10_000_000 })
        for index in 3000..<6000 { samples.times[index] += 60_000_000_000 }
        var metrics = MotionMetrics([.counts], seconds: 10, zone: .utc, rate: 100)
        metrics.add(samples.batch)
        metrics.finish()
        let first = Samples.start / 1_000_000_000
        let known = (0..<15).map { metrics.take(Instant(nanoseconds: (first + 10 * $0) * 1_000_000_000)).counts != nil }
        let places = known.indices.filter { known[$0] }
        #expect(places == [0, 1, 2, 9, 10, 11])
    }
}
