import Analysis
import Foundation
import Signals
import TestKit
import Testing

/// Reference results of independent definitions (shared/reference/hrv-and-load.md 1.1 to 1.3).
private struct Expected: Decodable {
    struct Segment: Decodable {
        var source: String
        var rr_ms: [Double]?
        var sum_ms: Double
        var definitional: Definitional
    }
    struct Definitional: Decodable {
        var sampen: Double?
        var alpha1: Double?
        var alpha1Peng: Double?
        var welch: [String: Double]?
        var lomb: [String: Double]?

        enum CodingKeys: String, CodingKey {
            case sampen = "sampen_m2_r0.2sd"
            case alpha1 = "dfa_a1_4_11_nk_overlap"
            case alpha1Peng = "dfa_a1_4_16_nonoverlap"
            case welch = "welch_4hz_linear_256_hann"
            case lomb = "lomb_density"
        }
    }
    var segments: [Segment]
}

/// Windows of the PhysioNet Cardiovascular Signal Toolbox, from its own published output.
private struct Toolbox: Decodable {
    struct Window: Decodable {
        var nn_s: [Double]?
        var NNmean, SDNN, RMSSD, pnn50, SD1, SD2, SampEn: Double
    }
    struct Subject: Decodable { var windows: [Window] }
    var subjects: [Subject]
}

@Suite("Heart rate variability beyond time")
struct RhythmReportTests {
    @Test("equals independent definitions on real segments to 1e-9", .enabled(if: TestData.isAvailable))
    func definitions() throws {
        var compared = 0
        for segment in try TestData.json("rr/expected_hrv.json", as: Expected.self).segments {
            guard let rr = segment.rr_ms else { continue }
            let report = try #require(RhythmReport(rr, anyLength: true))
            // Intervals that the file gives rounded cannot show more digits than they have.
            let isExact = abs(rr.reduce(0, +) - segment.sum_ms) <= 1e-12 * segment.sum_ms
            let tolerance = isExact ? 1e-9 : 2e-7
            let reference = segment.definitional
            let pairs = [
                (report.sampleEntropy, reference.sampen), (report.alpha1, reference.alpha1),
                (report.alpha1Peng, reference.alpha1Peng), (report.welch.veryLow, reference.welch?["vlf"]),
                (report.welch.low, reference.welch?["lf"]), (report.welch.high, reference.welch?["hf"]),
                (report.welch.ratio, reference.welch?["lf_hf"]), (report.welch.lowShare, reference.welch?["lfnu"]),
                (report.lomb.veryLow, reference.lomb?["vlf"]), (report.lomb.low, reference.lomb?["lf"]),
                (report.lomb.high, reference.lomb?["hf"]),
            ]
            for (estimate, expected) in pairs {
                guard let expected else { continue }
                compared += 1
                let value = try #require(estimate.value)
                #expect(abs(value - expected) <= tolerance * abs(expected), "\(segment.source) \(estimate.method.name)")
            }
        }
        #expect(compared > 100)
    }

    @Test("equals the windows of a published toolbox to its printed digits", .enabled(if: TestData.isAvailable))
    func toolbox() throws {
        let data = Data(try TestData.bytes("rr/pcst/pcst_oracle.json"))
        var compared = 0
        for window in try JSONDecoder().decode(Toolbox.self, from: data).subjects.flatMap(\.windows) {
            guard let rr = window.nn_s?.map({ $0 * 1000 }) else { continue }
            let measures = try #require(HeartRateVariability(rr))
            let (sdnn, sdsd) = (try #require(measures.sdnn), try #require(measures.sdsd))
            // The toolbox has differences of 50 ms and more, as a share, and its own SD2.
            let steps = zip(rr.dropFirst(), rr).count { abs($0 - $1) >= 50 - 1e-9 }
            let entropy = SampleEntropy.value(of: rr, fraction: 0.15, .toolbox)
            let pairs = [
                (measures.meanNN, window.NNmean), (sdnn, window.SDNN), (try #require(measures.rmssd), window.RMSSD),
                (try #require(measures.sd1), window.SD1),
                ((2 * sdnn * sdnn - sdsd * sdsd / 2).squareRoot(), window.SD2), (try #require(entropy), window.SampEn),
                (Double(steps) / Double(measures.differences), window.pnn50),
            ]
            for (value, expected) in pairs { #expect(abs(value - expected) <= 5.1e-5, "\(value) and \(expected)") }
            compared += 1
        }
        #expect(compared == 24)
    }

    @Test("says what a short series is too short for")
    func minimums() throws {
        let rr = (0..<70).map { 850 + 40 * sin(Double($0)) }
        let report = try #require(RhythmReport(rr))
        #expect(report.welch.high.value != nil && report.time.rmssd != nil)
        #expect(report.welch.low.value == nil && report.welch.low.reason == "needs 120 s of intervals")
        #expect(report.lomb.veryLow.reason == "needs 300 s of intervals")
        #expect(report.alpha1.reason == "needs 120 s of intervals")
        #expect(report.sampleEntropy.reason == "needs 200 beats, there are 70")
        let whole = try #require(RhythmReport(rr, anyLength: true))
        #expect(whole.welch.low.value != nil && whole.sampleEntropy.value != nil && whole.alpha1.value != nil)
    }

    @Test("hears the breath in the rhythm, and says when it does not")
    func respiration() throws {
        var (breath, time): ([Double], Double) = ([], 0)
        while time < 120 {
            let rr = 850 + 45 * sin(2 * .pi * 0.25 * time) + 20 * sin(2 * .pi * 0.05 * time)
            breath.append(rr)
            time += rr / 1000
        }
        let found = try #require(RespiratoryRate.median(of: breath))
        #expect(abs(found.perMinute - 15) < 0.6 && found.quality > 0.8)
        #expect(RespiratoryRate.median(of: Array(repeating: 800, count: 150)) == nil)
        #expect(RhythmReport(Array(breath.prefix(40)))?.respiration.reason == "needs 60 s of intervals")
    }

    @Test(
        "takes any numbers",
        arguments: [[], [800], [0, 0], [1e308, 1e308, 1e308], [-5, 800], Array(repeating: 0, count: 300)])
    func hostile(rr: [Double]) {
        let report = RhythmReport(rr, anyLength: true)
        #expect((report == nil) == rr.isEmpty)
    }
}
