import Analysis
import Foundation
import TestKit
import Testing

private struct Expected: Decodable {
    struct Segment: Decodable {
        var source: String
        var rr_ms: [Double]?
        var sum_ms: Double
        var definitional: Definitional
    }
    struct Definitional: Decodable {
        var time: [String: Double?]
        var poincare: [String: Double?]
    }
    var segments: [Segment]
}

@Suite("Heart rate variability")
struct HeartRateVariabilityTests {
    @Test("equals independent definitions on real segments to 1e-9", .enabled(if: TestData.isAvailable))
    func definitions() throws {
        var exact = 0
        for segment in try TestData.json("rr/expected_hrv.json", as: Expected.self).segments {
            guard let rr = segment.rr_ms else { continue }
            let measures = try #require(HeartRateVariability(rr))
            // Intervals that the file gives rounded cannot show more digits than they have.
            let isExact = abs(rr.reduce(0, +) - segment.sum_ms) <= 1e-9 * segment.sum_ms
            let tolerance = isExact ? 1e-9 : 1e-7
            exact += isExact ? 1 : 0
            let pairs: [(String, Double?)] = [
                ("mean_nn", measures.meanNN), ("median_nn", measures.medianNN), ("sdnn", measures.sdnn),
                ("rmssd", measures.rmssd), ("sdsd", measures.sdsd), ("pnn50_over_diffs", measures.pNN50),
                ("pnn20_over_diffs", measures.pNN20), ("mean_hr_from_mean_nn", measures.heartRate),
                ("mean_of_inst_hr", measures.meanInstantRate), ("ln_rmssd", measures.lnRMSSD),
            ]
            for (name, value) in pairs {
                guard case let expected?? = segment.definitional.time[name] else { continue }
                #expect(isClose(value, expected, tolerance), "\(segment.source) \(name)")
            }
            for (name, value) in [("sd1", measures.sd1), ("sd2", measures.sd2)] {
                guard case let expected?? = segment.definitional.poincare[name] else { continue }
                #expect(isClose(value, expected, tolerance), "\(segment.source) \(name)")
            }
        }
        #expect(exact > 8)
    }

    @Test("takes no difference across a hole")
    func hole() throws {
        let measures = try #require(HeartRateVariability([800, 810, 1200, 1210], follows: [false, true, false, true]))
        #expect(measures.rmssd == 10)
        #expect(measures.differences == 2)
    }

    @Test("gives no spread for a single interval and nothing for none")
    func tooFew() throws {
        let measures = try #require(HeartRateVariability([800]))
        #expect(measures.sdnn == nil && measures.rmssd == nil && measures.sdsd == nil && measures.pNN50 == nil)
        #expect(measures.heartRate == 75)
        #expect(HeartRateVariability([]) == nil)
    }

    @Test("has no logarithm of an RMSSD of zero")
    func logarithm() throws {
        #expect(try #require(HeartRateVariability([800, 800])).lnRMSSD == nil)
    }

    private func isClose(_ a: Double?, _ b: Double, _ tolerance: Double) -> Bool {
        a.map { abs($0 - b) <= tolerance * max(1, abs(b)) } ?? false
    }
}
