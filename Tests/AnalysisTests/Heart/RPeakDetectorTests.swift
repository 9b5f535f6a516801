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
        var detector = try #require(RPeakDetector(rate: rate))
        var found: [Double] = []
        for value in signal {
            detector.append(value)
            while let beat = detector.next() { found.append(beat.sample) }
        }
        detector.finish()
        while let beat = detector.next() { found.append(beat.sample) }
        return found
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
