import Analysis
import Foundation
import TestKit
import Testing

private struct Expected: Decodable {
    struct Segment: Decodable {
        var source: String
        var rr_ms: [Double]?
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
        // The file has NaN and infinities, which JSON does not.
        let text = try TestData.text("rr/expected_hrv.json").replacingOccurrences(of: "NaN", with: "null")
            .replacingOccurrences(of: "-Infinity", with: "null").replacingOccurrences(of: "Infinity", with: "null")
        let data = Data(text.utf8)
        var compared = 0
        for segment in try JSONDecoder().decode(Expected.self, from: data).segments {
            guard let rr = segment.rr_ms else { continue }
            compared += 1
            let measures = try #require(HeartRateVariability(rr))
            let pairs: [(String, Double?)] = [
                ("mean_nn", measures.meanNN), ("median_nn", measures.medianNN), ("sdnn", measures.sdnn),
                ("rmssd", measures.rmssd), ("sdsd", measures.sdsd), ("pnn50_over_diffs", measures.pNN50),
                ("pnn20_over_diffs", measures.pNN20), ("mean_hr_from_mean_nn", measures.heartRate),
                ("mean_of_inst_hr", measures.meanInstantRate), ("ln_rmssd", measures.lnRMSSD),
            ]
            for (name, value) in pairs {
                let expected = try #require(segment.definitional.time[name] ?? nil)
                #expect(isClose(try #require(value), expected), "\(segment.source) \(name)")
            }
            #expect(isClose(try #require(measures.sd1), try #require(segment.definitional.poincare["sd1"] ?? nil)))
            #expect(isClose(try #require(measures.sd2), try #require(segment.definitional.poincare["sd2"] ?? nil)))
        }
        #expect(compared > 10)
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

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(b)) }
}
