import Analysis
import Foundation
import Signals
import TestKit
import Testing

/// Real series with beats taken out, put in and moved at known places.
struct ArtefactCase: Decodable {
    struct Truth: Decodable {
        var type: String
        var peak_index: Int
    }
    struct File: Decodable { var cases: [ArtefactCase] }

    var source: String
    var kind: String
    var rr_clean_ms: [Double]
    var rr_corrupt_ms: [Double]
    var truth: [Truth]
    var rmssd_clean: Double

    static func all() throws -> [ArtefactCase] {
        try JSONDecoder().decode(File.self, from: Data(TestData.bytes("rr/artefact_cases.json"))).cases
    }

    /// Error of RMSSD after correction, in percent of the clean one.
    func rmssdError() -> Double? {
        let corrected = ArtefactCorrection.correct(rr_corrupt_ms)
        let measures = HeartRateVariability(corrected.map(\.rr), follows: corrected.map(\.follows))
        return measures?.rmssd.map { abs($0 / rmssd_clean - 1) * 100 }
    }
}

@Suite("Artefact correction")
struct ArtefactCorrectionTests {
    @Test("finds every corrupted beat of real series", .enabled(if: TestData.isAvailable))
    func detection() throws {
        for artefact in try ArtefactCase.all() {
            let labels = ArtefactCorrection.labels(artefact.rr_corrupt_ms)
            for truth in artefact.truth {
                let near = max(0, truth.peak_index - 1)...min(labels.count - 1, truth.peak_index)
                #expect(labels[near].contains { $0 != .normal }, "\(artefact.source) \(artefact.kind) \(truth)")
            }
        }
    }

    @Test("labels hardly any beat of the clean series", .enabled(if: TestData.isAvailable))
    func falseLabels() throws {
        let cases = try ArtefactCase.all()
        let labels = cases.flatMap { ArtefactCorrection.labels($0.rr_clean_ms) }
        #expect(Double(labels.count { $0 != .normal }) < 0.003 * Double(labels.count))
    }

    @Test("brings RMSSD back to within half a percent at the median", .enabled(if: TestData.isAvailable))
    func rmssd() throws {
        for (kind, cases) in Dictionary(grouping: try ArtefactCase.all(), by: \.kind) {
            let errors = cases.compactMap { $0.rmssdError() }.sorted()
            #expect(errors.count == cases.count)
            let middle = (errors[(errors.count - 1) / 2] + errors[errors.count / 2]) / 2
            #expect(middle <= 0.5, "median error of \(kind): \(errors)")
            #expect((errors.last ?? 100) < 5, "largest error of \(kind): \(errors)")
        }
    }

    @Test("moves the displaced beat, not the one after it")
    func displaced() {
        var rr = (0..<120).map { 823 + 3 * Double(($0 % 4) - 2) }
        rr.replaceSubrange(58...61, with: [820, 586, 1066, 820])
        let corrected = ArtefactCorrection.correct(rr)
        // Half-way is 826; the beat keeps the variability around it.
        #expect(abs(corrected[59].rr - 826) < 10 && abs(corrected[60].rr - 826) < 10)
        #expect(abs(corrected[59].rr + corrected[60].rr - 1652) < 1e-9)
        #expect(corrected[58].rr == 820 && corrected[61].rr == 820)
        #expect(corrected[58...61].map(\.label) == [.normal, .ectopic, .ectopic, .normal])
    }

    @Test("keeps the original index where beats are removed and inserted")
    func indices() {
        var rr = (0..<100).map { 800 + 4 * Double($0 % 3) }
        rr.replaceSubrange(30...30, with: [300, 500])
        rr.replaceSubrange(60...61, with: [1604])
        let corrected = ArtefactCorrection.correct(rr)
        #expect(corrected[30].index == 30 && corrected[30].rr == 800 && corrected[30].label == .extra)
        #expect(corrected[31].index == 32)
        let missed = corrected.filter { $0.label == .missed }.map(\.rr)
        #expect(abs(missed.reduce(0, +) - 1604) < 1e-9 && missed.allSatisfy { abs($0 - 802) < 10 })
        #expect(Set(corrected.filter { $0.label == .missed }.map(\.index)) == [60])
    }

    @Test("leaves out what no heart can do, and takes no difference across it")
    func implausible() {
        var rr = Array(repeating: 800.0, count: 40)
        rr[20] = 9000
        rr[30] = .nan
        let corrected = ArtefactCorrection.correct(rr)
        #expect(corrected.count == 38)
        #expect(corrected.filter { !$0.follows }.map(\.index) == [0, 21, 31])
    }

    @Test(
        "calls a beat that is early by a fifth ectopic, and one that is less so misaligned",
        arguments: [0.3, 0.12, -0.12])
    func displacement(early: Double) {
        var rr = (0..<120).map { 823 + 3 * Double(($0 % 4) - 2) }
        rr[59] -= early * 823
        rr[60] += early * 823
        let labels = ArtefactCorrection.labels(rr)
        #expect(
            Array(labels[58...61]) == [
                .normal, early > 0.2 ? .ectopic : .misaligned, early > 0.2 ? .ectopic : .misaligned, .normal,
            ])
    }

    @Test("has half-way for a beat without enough rhythm around it to learn from")
    func halfWay() {
        var rr = Array(repeating: 800.0, count: 20)
        rr[10] = 1600
        #expect(ArtefactCorrection.correct(rr).filter { $0.label == .missed }.map(\.rr) == [800, 800])
    }

    @Test("takes an empty series, one interval, and a constant one", arguments: [0, 1, 2, 200])
    func degenerate(count: Int) {
        let corrected = ArtefactCorrection.correct(Array(repeating: 750, count: count))
        #expect(corrected.map(\.rr) == Array(repeating: 750, count: count))
        #expect(corrected.allSatisfy { $0.label == .normal })
    }

    @Test("survives any bits in place of intervals")
    func hostile() {
        var seed: UInt64 = 7
        let rr = (0..<2000).map { _ -> Double in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(bitPattern: seed)
        }
        #expect(ArtefactCorrection.labels(rr).count == rr.count)
    }
}
