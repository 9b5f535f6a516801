import Foundation
import Signals
import TestKit
import Testing

@testable import Epochs

/// What the aggregation makes of made-up wearers, to about nine digits. The digests were taken when the tests beside this one
/// and the comparisons with other programs (`docs/validation.md`) held; a change that means to change one puts the new one
/// here, which the failure tells.
@Suite("Epochs are what they always were")
struct SameEpochsTests {
    /// Samples of somebody who lies, sits and walks in turn, minute by minute, with a hole in the middle.
    private func wearer(hertz: Double, seconds: Int, hole: Range<Double>? = nil) -> (times: [Int64], values: [Float]) {
        var random = SplitMix(state: UInt64(hertz * 10))
        func noise(_ size: Float) -> Float { size * (Float(random.next() >> 40) / Float(1 << 24) - 0.5) }
        var (times, values): ([Int64], [Float]) = ([], [])
        for index in 0..<Int(Double(seconds) * hertz) {
            let second = Double(index) / hertz
            if hole?.contains(second) == true { continue }
            times.append(Samples.start + Int64((second * 1e9).rounded()))
            let minute = Int(second) / 60
            let swing = Float(sin(2 * .pi * 1.8 * second))
            let tilt = Float(minute % 7) / 7
            switch minute % 3 {
            case 0: values += [tilt + noise(0.002), noise(0.002), (1 - tilt * tilt).squareRoot() + noise(0.002)]
            case 1: values += [0.6 + noise(0.2), tilt - 0.5 + noise(0.2), 0.7 + noise(0.2)]
            default: values += [0.2 * swing + noise(0.05), 0.9 + 0.6 * swing + noise(0.05), 0.3 + 2.4 * swing * tilt]
            }
        }
        return (times, values)
    }

    private func batches(_ samples: (times: [Int64], values: [Float]), size: Int) -> [SampleBatch] {
        stride(from: 0, to: samples.times.count, by: size).map { start in
            let end = min(samples.times.count, start + size)
            return SampleBatch(
                device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3,
                values: Array(samples.values[(3 * start)..<(3 * end)]),
                times: .stamped(Array(samples.times[start..<end])),
                received: Instant(nanoseconds: samples.times[end - 1]))
        }
    }

    @Test(
        "of motion and heart, with holes, late and impossible samples",
        arguments: [(12.5, "d253a2532f2d3e84"), (50, "57447c508469f410"), (98.86, "a2ba08247883e479")])
    func aggregation(hertz: Double, expected: String) {
        let zone = Zone(name: "Test/East", firstOffset: 20_700)
        var aggregator = EpochAggregator(
            EpochConfiguration(
                lengths: [1, 5, 30, 60, 900], zone: zone, lateness: .seconds(3), maximumRate: 90,
                maximumAcceleration: 2.5,
                clockTolerance: .seconds(3600), stepThreshold: .seconds(20)))
        var digest = Digest()
        var batches = batches(wearer(hertz: hertz, seconds: 900, hole: 400..<470), size: Int(hertz) * 2 + 1)
        // One comes a little late, one far too late, one from another day and one twice.
        batches.swapAt(20, 21)
        batches.insert(batches[5], at: 40)
        batches.append(batches[batches.count - 1])
        var foreign = batches[3]
        foreign.times = .stamped((0..<foreign.count).map { Int64($0) * 1_000_000 })
        batches.insert(foreign, at: 30)
        for (index, batch) in batches.enumerated() {
            aggregator.add(batch)
            let now = batch.received
            if index % 3 == 0 {
                aggregator.add(
                    beats: [-0.2, -1.1, -1.9].map {
                        Beat(
                            time: now.advanced(bySeconds: $0), rr: 800 + 10 * Double(index % 17) + $0,
                            label: index % 12 == 0 ? .implausible : .normal)
                    }, received: now)
            } else if index % 7 == 1 {
                aggregator.add(
                    SampleBatch(
                        device: Samples.device, channel: .heartRate, unit: .perMinute, values: [61, .nan, 75],
                        times: .stamped([0, 1, 2].map { now.nanoseconds - $0 * 1_000_000_000 }), received: now))
            }
            if index % 10 == 9 { aggregator.advance(to: now) }
            for epoch in aggregator.drain() { digest.add(parts: epoch) }
        }
        aggregator.finish()
        for epoch in aggregator.drain() { digest.add(parts: epoch) }
        for loss in aggregator.drainLosses() { digest.add(loss) }
        #expect(digest.text == expected)
    }

    @Test(
        "behind filters, of every kind and rate, and as soon as they are complete",
        arguments: [
            (30.0, 5, "5031a775e4b78616"), (40, 60, "794538f93b643352"), (66.7, 30, "6bee2fdf9d6afc5b"),
            (100, 5, "4397d78e26dd7b8a"),
        ])
    func metrics(hertz: Double, seconds: Int, expected: String) throws {
        let calibration = Calibration(offset: SIMD3(0.01, -0.02, 0.005), scale: SIMD3(1.01, 0.99, 1.002))
        var metrics = MotionMetrics(
            Set(MotionMetrics.Kind.allCases), seconds: seconds, zone: Zone(name: "Test/East", firstOffset: 20_700),
            rate: MotionMetrics.nominalRate(near: hertz), range: 2, calibration: calibration)
        var digest = Digest()
        var next = Samples.start / 1_000_000_000 / Int64(seconds) * Int64(seconds)
        let end = Samples.start / 1_000_000_000 + 400
        func take() {
            while next < end, metrics.isComplete(at: Instant(nanoseconds: (next + Int64(seconds)) * 1_000_000_000)) {
                digest.add(parts: metrics.take(Instant(nanoseconds: next * 1_000_000_000)))
                next += Int64(seconds)
            }
        }
        for (index, batch) in batches(wearer(hertz: hertz, seconds: 400, hole: 230..<242), size: 777).enumerated() {
            metrics.add(batch)
            take()
            digest.add(index)
            digest.add(next)
        }
        metrics.finish()
        take()
        #expect(digest.text == expected)
    }

    @Test("nominal rates")
    func rates() {
        let found = [29.1, 30.9, 31, 49.3, 66.67, 68, 97, 98.8, 103, 103.1, 12.4, 12.5, 25.2, 0.4, 800.3].map {
            MotionMetrics.nominalRate(near: $0)
        }
        #expect(found == [30, 30, 31, 50, 67, 70, 100, 100, 100, 103, 12.4, 12.5, 25, 0.4, 800])
    }

    @Test("stillness, wear and calibration, and what of them is kept where there is much")
    func stillness() throws {
        var digest = Digest()
        for most in [6, 1 << 17] {
            var survey = StillnessSurvey(mostStill: most)
            var random = SplitMix(state: 3)
            for minute in 0..<400 where !(180..<200).contains(minute) {
                let isStill = minute % 5 != 4 && !(60..<130).contains(minute)
                let (around, up) = (Double(minute) * 0.7, Double(minute % 13) / 6.5 - 1)
                let across = (1 - up * up).squareRoot()
                let place = [across * cos(around) * 1.02 + 0.03, across * sin(around) * 0.98 - 0.02, up * 1.01 + 0.01]
                let shake: Float = isStill || minute > 300 ? 0.004 : 0.3
                let values = (0..<300).flatMap { _ in
                    place.map { Float($0) + Float.random(in: -shake...shake, using: &random) }
                }
                let line = try #require(
                    Timeline(origin: Instant(nanoseconds: Int64(minute) * 60_000_000_000 + 17), hertz: 5))
                survey.add(
                    SampleBatch(
                        device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                        times: .uniform(line), received: Instant(nanoseconds: 0)))
            }
            survey.finish()
            for range in StillWear().nonWear(survey) { digest.add(parts: [range.lowerBound, range.upperBound]) }
            for (start, state) in StillWear().states(survey).sorted(by: { $0.key < $1.key }) {
                digest.add(start)
                digest.add("\(state)")
            }
            digest.add(parts: Autocalibration.fit(survey))
        }
        #expect(digest.text == "2c074b4e2834ed95")
    }
}
