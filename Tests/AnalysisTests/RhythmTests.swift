import Foundation
import Recordings
import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("Rhythm of rest and activity")
struct RhythmTests {
    /// The minute counts of a reference file and the second of the day at which they begin.
    private func recording(_ name: String) throws -> (counts: [Double], secondOfDay: Int) {
        let file = try RecordingFile.open(path: TestData.path("oracle/awd_\(name)_counts_60s.csv.gz"))
        let text = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self)
        return (text.split(separator: "\n").compactMap { Double($0) }, name == "example_01" ? 50_280 : 49_920)
    }

    private func oracle(_ path: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(TestData.bytes("oracle/\(path).json")))
        return try #require(object as? [String: Any])
    }

    private func number(_ object: Any?, _ path: String...) -> Double {
        let found = path.reduce(object) { ($0 as? [String: Any])?[$1] }
        return (found as? NSNumber)?.doubleValue ?? .nan
    }

    private func isClose(_ value: Double?, _ expected: Double, _ relative: Double = 1e-9) -> Bool {
        guard let value else { return false }
        return abs(value - expected) <= relative * abs(expected)
    }

    @Test(
        "equals the definitions on two Actiwatch recordings", .enabled(if: TestData.isAvailable),
        arguments: ["example_01", "example_02"])
    func definitions(name: String) throws {
        let (counts, secondOfDay) = try recording(name)
        let expected = try oracle("awd_classical")[name]
        let rhythm = try #require(Rhythm(counts, epochSeconds: 60, secondOfDay: secondOfDay))
        #expect(rhythm.days == 12)
        #expect(isClose(rhythm.interdailyStability, number(expected, "IS")))
        #expect(isClose(rhythm.intradailyVariability, number(expected, "IV")))
        #expect(isClose(rhythm.leastMostActive?.l5, number(expected, "L5")))
        #expect(isClose(rhythm.leastMostActive?.m10, number(expected, "M10")))
        #expect(isClose(rhythm.leastMostActive?.relativeAmplitude, number(expected, "RA")))
        #expect(rhythm.leastMostActive?.l5Onset == Int(number(expected, "L5_onset_min")) * 60)
        #expect(rhythm.leastMostActive?.m10Onset == Int(number(expected, "M10_onset_min")) * 60)
        for (key, cosinor) in [("raw", rhythm.cosinor), ("log1p", rhythm.logCosinor)] {
            #expect(isClose(cosinor?.mesor, number(expected, "cosinor", key, "mesor")))
            #expect(isClose(cosinor?.amplitude, number(expected, "cosinor", key, "amplitude")))
            #expect(isClose(cosinor?.acrophase, number(expected, "cosinor", key, "acrotime_h")))
            #expect(isClose(cosinor?.rSquared, number(expected, "cosinor", key, "R2")))
        }
        // The reference's own states take a sum of exactly 40 as wake, as pyActigraphy does.
        let below = counts.indices.map { index in
            let sum = [4.0, 20, 100, 20, 4].enumerated().reduce(0.0) { sum, weight in
                let place = index + weight.offset - 2
                return counts.indices.contains(place) ? sum + weight.element * counts[place] : sum
            }
            return sum < 4000 ? SleepState.asleep : .awake
        }
        let scored = try #require(Rhythm(counts, epochSeconds: 60, secondOfDay: secondOfDay, states: below))
        #expect(isClose(scored.sleepRegularity, number(expected, "SRI_oakley40")))
    }

    @Test(
        "finds the extended cosine of least squares", .enabled(if: TestData.isAvailable),
        arguments: ["example_01", "example_02"])
    func extendedCosine(name: String) throws {
        let (counts, secondOfDay) = try recording(name)
        let expected = try oracle("extended_cosinor")[name]
        let days = try #require(WholeDays(counts, epochSeconds: 60, secondOfDay: secondOfDay))
        let curve = try #require(ExtendedCosinor(days))
        #expect(isClose(curve.rSquared, number(expected, "R2"), 1e-8))
        #expect(isClose(curve.minimum, number(expected, "min"), 1e-3))
        #expect(isClose(curve.amplitude, number(expected, "amp"), 1e-3))
        #expect(abs(curve.alpha - number(expected, "alpha")) < 1e-3)
        #expect(isClose(curve.beta, number(expected, "beta"), 5e-3))
        #expect(isClose(curve.acrotime, number(expected, "acrotime_h"), 1e-4))
        #expect(isClose(curve.upMesor, number(expected, "up_mesor_h"), 1e-3))
        #expect(isClose(curve.downMesor, number(expected, "down_mesor_h"), 1e-3))
        #expect(isClose(curve.mesor, number(expected, "mesor"), 1e-3))
        #expect(isClose(curve.pseudoF, number(expected, "F_pseudo"), 1e-5))
    }

    @Test(
        "equals pyActigraphy's transition probabilities", .enabled(if: TestData.isAvailable),
        arguments: ["example_01", "example_02"])
    func transitions(name: String) throws {
        let (counts, secondOfDay) = try recording(name)
        let expected = try oracle("pyActigraphy_\(name)")
        let rhythm = try #require(Rhythm(counts, epochSeconds: 60, secondOfDay: secondOfDay))
        #expect(isClose(rhythm.restToActivity, number(expected, "kRA4")))
        #expect(isClose(rhythm.activityToRest, number(expected, "kAR4")))
    }

    @Test(
        "equals GGIR's figures from the start of the recording", .enabled(if: TestData.isAvailable),
        arguments: ["example_01", "example_02"])
    func ggir(name: String) throws {
        let counts = try recording(name).counts
        let expected = try oracle("ggir_functions")["IVIS_awd_\(name)"]
        let days = try #require(WholeDays(Array(counts.prefix(17_280)), epochSeconds: 60, secondOfDay: 0))
        #expect(isClose(RestActivityRhythm.interdailyStability(days.hourly), number(expected, "IS")))
        #expect(isClose(RestActivityRhythm.intradailyVariability(days.hourly), number(expected, "IV")))
        // Its optimiser stops at 1e-4.
        #expect(isClose(Autoregression.phi(days.hourly), number(expected, "phi"), 2e-4))
    }

    @Test("equals the definitions on 23 people for a week", .enabled(if: TestData.isAvailable))
    func people() throws {
        let file = try RecordingFile.open(path: TestData.path("nhanes50/count.csv.gz"))
        let text = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self)
        var people: [Substring: [Double]] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",")
            people[fields[0], default: []] += fields.dropFirst(2).map { Double($0) ?? .nan }
        }
        let reference = try oracle("nhanes7d_circadian")
        let expected = try #require(reference["subjects"] as? [String: Any])
        #expect(expected.count == 23)
        for (person, figures) in expected {
            let counts = try #require(people[person[...]])
            let days = try #require(WholeDays(counts, epochSeconds: 60, secondOfDay: 0))
            let extremes = try #require(LeastMostActive(days))
            #expect(days.days == 7)
            #expect(isClose(RestActivityRhythm.interdailyStability(days.hourly), number(figures, "IS")))
            #expect(isClose(RestActivityRhythm.intradailyVariability(days.hourly), number(figures, "IV")))
            #expect(isClose(extremes.l5, number(figures, "L5")) && isClose(extremes.m10, number(figures, "M10")))
            #expect(isClose(extremes.relativeAmplitude, number(figures, "RA")))
            #expect(extremes.l5Onset == Int(number(figures, "L5_onset_min")) * 60)
            #expect(extremes.m10Onset == Int(number(figures, "M10_onset_min")) * 60)
        }
    }

    @Test("equals scikit-digital-health on bouts", .enabled(if: TestData.isAvailable))
    func bouts() throws {
        let expected = try oracle("epoch_metrics_890s")
        let input = try #require(expected["frag_input"] as? [NSNumber]).map(\.doubleValue)
        for (state, voi) in [(Bouts.State.resting, 0), (.active, 1)] {
            let bouts = Bouts(of: state, in: input, threshold: 0.5)
            #expect(isClose(bouts.meanLength, number(expected, "frag_average_duration_voi\(voi)")))
            #expect(isClose(bouts.gini, number(expected, "frag_gini_index_voi\(voi)")))
            #expect(isClose(bouts.averageHazard, number(expected, "frag_average_hazard_voi\(voi)")))
            #expect(isClose(bouts.powerLawExponent, number(expected, "frag_state_power_law_distribution_voi\(voi)")))
            // Theirs counts the bout that the end cuts as one that ended.
            let theirs = Double(bouts.lengths.count) / Double(bouts.epochs)
            #expect(isClose(theirs, number(expected, "frag_state_transition_probability_voi\(voi)")))
            #expect(bouts.lengths.count - bouts.transitions <= 1)
        }
    }
}
