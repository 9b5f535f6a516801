import Analysis
import Foundation
import Signals
import TestKit
import Testing

@Suite("R peaks")
struct RPeakDetectorTests {
    /// Matches within 150 ms (ANSI/AAMI EC57), each beat once; errors in ms.
    private func match(
        _ beats: [Double], _ truth: [Double], rate: Double
    ) -> (sensitivity: Double, precision: Double, errors: [Double]) {
        var free = beats
        var errors: [Double] = []
        for beat in truth {
            guard let nearest = free.indices.min(by: { abs(free[$0] - beat) < abs(free[$1] - beat) }),
                abs(free[nearest] - beat) <= 0.15 * rate
            else { continue }
            errors.append(abs(free[nearest] - beat) / rate * 1000)
            free.remove(at: nearest)
        }
        return (
            Double(errors.count) / Double(truth.count), Double(errors.count) / Double(max(1, beats.count)),
            errors.sorted()
        )
    }

    private func beats(_ signal: [Double], rate: Double) throws -> [Double] {
        try judged(signal, rate: rate).map(\.sample)
    }

    private func judged(_ signal: [Double], rate: Double) throws -> [DetectedBeat] {
        var detector = try #require(RPeakDetector(rate: rate))
        var found: [DetectedBeat] = []
        for value in signal {
            detector.append(value)
            while let beat = detector.next() { found.append(beat) }
        }
        detector.finish()
        while let beat = detector.next() { found.append(beat) }
        return found
    }

    /// Numbers from 0 to 1 that are the same in every run.
    private struct SplitMix {
        var state: UInt64

        mutating func next() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
        }
    }

    @Test("are where experts saw them in a clean record", .enabled(if: TestData.isAvailable))
    func clean() throws {
        // Ten minutes of the thirty, for the time a debug build takes.
        let rate = 360.0
        let signal = try WFDBRecord.signal("ecg/100.dat").prefix(Int(600 * rate))
        let truth = try WFDBRecord.beats("ecg/100.atr").filter { $0 < 600 * rate - 0.2 * rate }
        let found = try beats(Array(signal), rate: rate).filter { $0 < 600 * rate - 0.2 * rate }
        let match = match(found, truth, rate: rate)
        #expect(truth.count > 700)
        #expect(match.sensitivity >= 0.995 && match.precision >= 0.995)
        #expect(match.errors[match.errors.count / 2] < 2 && match.errors[match.errors.count * 95 / 100] <= 4)
        // The other way up they are the same.
        #expect(try beats(signal.map { -$0 }, rate: rate).filter { $0 < 600 * rate - 0.2 * rate } == found)
    }

    @Test("are found among the noise of an electrode that moves", .enabled(if: TestData.isAvailable))
    func noise() throws {
        for (name, least, timely) in [("118e24", 0.995, 0.97), ("118e06", 0.97, 0.92)] {
            let signal = try numbers("ecg/\(name).csv")
            let match = match(try beats(signal, rate: 360), try numbers("ecg/\(name)_ann.csv"), rate: 360)
            #expect(match.sensitivity >= least && match.precision >= least, "\(name) \(match)")
            // A notched complex of two waves: the highest raw sample is not where experts put it.
            #expect(Double(match.errors.count { $0 <= 4 }) >= timely * Double(match.errors.count), "\(name)")
        }
    }

    @Test(
        "of quality above 0.5 are right at any noise, and most stay above it where there is none",
        .enabled(if: TestData.isAvailable))
    func quality() throws {
        let rate = 360.0
        let clean = Array(try WFDBRecord.signal("ecg/100.dat").prefix(Int(180 * rate)))
        let truth = try WFDBRecord.beats("ecg/100.atr").filter { $0 < 179.5 * rate && $0 > 0.2 * rate }
        let (noisy, quiet) = (try numbers("ecg/118e06.csv"), try numbers("ecg/118e24.csv"))
        // What the two records differ in is the noise of electrodes alone.
        let electrodes = zip(noisy, quiet).map { $0 - $1 }
        let heights = truth.map { beat in
            let around = clean[max(0, Int(beat) - 18)..<Int(beat) + 18]
            return (around.max() ?? 0) - (around.min() ?? 0)
        }.sorted()
        let height = heights[heights.count / 2]
        var white = SplitMix(state: 7)
        let made = (0..<clean.count).map { _ in white.next() + white.next() + white.next() - 1.5 }
        let laid = (0..<clean.count).map { electrodes[$0 % electrodes.count] }
        var shares: [Double] = []
        for (name, noise) in [("electrodes", laid), ("white", made)] {
            let square = noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)
            for decibels in [24.0, 12, 6, 0] {
                let scale = (height * height / 8 / exp2(decibels / 10 * log2(10)) / square).squareRoot()
                let found = try judged(zip(clean, noise).map { $0 + scale * $1 }, rate: rate)
                    .filter { $0.sample < 179.5 * rate && $0.sample > 0.2 * rate }
                let sure = found.filter { $0.quality > 0.5 }
                let match = match(sure.map(\.sample), truth, rate: rate)
                if decibels >= 12 { #expect(Double(sure.count) > 0.85 * Double(truth.count), "\(name) \(decibels)") }
                if !sure.isEmpty { #expect(match.precision >= 0.95, "\(name) \(decibels) \(sure.count)") }
                if decibels == 6 {
                    let timely = match.errors.count { $0 <= 4 }
                    #expect(Double(timely) >= 0.98 * Double(match.errors.count), "\(name)")
                }
                shares.append(Double(sure.count) / Double(found.count))
            }
        }
        // The noisier, the fewer are sure.
        #expect(shares[7] < 0.5)
    }

    @Test("are the same at any rate", arguments: [100.0, 130, 250, 512, 1000])
    func rates(rate: Double) throws {
        let drawn = SyntheticHeartSignal(seconds: 60, rate: rate)
        let found = try beats(drawn.signal, rate: rate)
        let match = match(found, drawn.beats, rate: rate)
        #expect(match.sensitivity == 1 && match.precision == 1 && match.errors[match.errors.count - 1] <= 4)
    }

    @Test("come again after the lead has changed")
    func change() throws {
        let drawn = SyntheticHeartSignal(seconds: 40, rate: 250)
        let flat = [Double](repeating: 0, count: 1500)
        let other = drawn.signal.map { -0.2 * $0 }
        let found = try beats(drawn.signal + flat + other, rate: 250)
        #expect(found.count { $0 > Double(drawn.signal.count + flat.count) + 750 } >= drawn.beats.count - 8)
    }

    @Test("are not seen in nothing, and survive anything")
    func nothing() throws {
        #expect(try beats(Array(repeating: 5, count: 5000), rate: 250).isEmpty)
        #expect(try beats([], rate: 250).isEmpty && beats([1], rate: 250).isEmpty)
        var seed: UInt64 = 9
        let noise = (0..<20_000).map { _ -> Double in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(bitPattern: seed)
        }
        let found = try beats(noise, rate: 250)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        #expect(RPeakDetector(rate: 20) == nil && RPeakDetector(rate: .nan) == nil)
    }

    private func numbers(_ name: String) throws -> [Double] {
        try TestData.text(name).split(whereSeparator: \.isNewline).compactMap { Double($0) }
    }
}
