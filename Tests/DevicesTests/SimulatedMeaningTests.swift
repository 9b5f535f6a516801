import Analysis
import Devices
import Foundation
import Runtime
import Signals
import Testing

/// The synthetic wearer is there to exercise the analysis: these tests fail when a dashboard would show only half of
/// its states.
@Suite("What the analysis makes of the simulated wearer")
struct SimulatedMeaningTests {
    @Test(
        "shows rest, load, slow breathing and movement as states of load within the first hour",
        arguments: [1, 2, 3] as [UInt64])
    func loadStates(seed: UInt64) throws {
        let origin = Instant(nanoseconds: 1_720_000_000_000_000_000)
        let settings = SimulatedWearer.Settings(seed: seed, hertz: 10, routine: .showcase(origin: origin, preroll: 900))
        let outlet = CollectingOutlet()
        let start = origin.advanced(bySeconds: -900)
        SimulatedWearer.generate(start..<origin.advanced(bySeconds: 3000), settings: settings, into: outlet)

        var analysis = LiveAnalysis(tolerance: 200)
        var readings: [LoadReading] = []
        let motion = outlet.batches.filter { $0.channel == .acceleration }
        var beat = 0
        for batch in motion {
            while beat < outlet.beats.count, outlet.beatArrivals[beat] <= batch.received {
                _ = analysis.receive(beat: outlet.beats[beat].time, rr: outlet.beats[beat].rr)
                beat += 1
            }
            analysis.receive(motion: batch)
            if let reading = analysis.tick(at: batch.received) { readings.append(reading) }
        }
        let live = readings.filter { $0.time >= origin }
        let states = Set(live.compactMap(\.state))
        #expect(states == [.underload, .optimal, .overload])
        let first = try #require(live.first { $0.state == .overload && !$0.isStale })
        #expect(first.time.seconds(since: origin) <= 150, "the first overload is seen soon after the start")
        #expect(live.contains { ($0.motion ?? 0) > 0.1 })
        #expect(live.contains { $0.isStale || $0.load == nil })
    }

    @Test("finds the night that was slept", arguments: [1, 2] as [UInt64])
    func night(seed: UInt64) throws {
        let date = try #require(CivilDate("2024-06-04"))
        let zone = SimulatedTests.zone
        let plan = WearerPlan.day(date, zone: zone, seed: seed)
        let truth = try #require(plan.night)
        let outlet = CollectingOutlet()
        let settings = SimulatedWearer.Settings(seed: seed, zone: zone, hertz: 4)
        let noons = SimulatedWearer.night(date, zone: zone)
        let recorded = noons.lowerBound.advanced(bySeconds: 6 * 3600)..<noons.upperBound.advanced(bySeconds: -3 * 3600)
        SimulatedWearer.generate(recorded, settings: settings, into: outlet)
        let epochs = Self.epochs(outlet.batches.filter { $0.channel == .acceleration })
        let nights = try NightAnalysis.nights(angleZ: epochs, zone: zone)
        let night = try #require(nights.first { $0.date == date })
        let period = try #require(night.sleepPeriod)
        #expect(abs(period.lowerBound.seconds(since: truth.lowerBound)) < 3600)
        #expect(abs(period.upperBound.seconds(since: truth.upperBound)) < 3600)
        let minutes = try #require(night.measures.totalSleepTime.value)
        #expect(abs(minutes - plan.secondsAsleep(in: truth) / 60) < 60)
    }

    /// Five-second epochs of a stream in batches of a second.
    private static func epochs(_ batches: [SampleBatch]) -> [Epoch] {
        var epochs: [Epoch] = []
        var slot: Int64?
        var samples: [SIMD3<Double>] = []
        for batch in batches {
            let next = batch.times.instant(at: 0).nanoseconds / 5_000_000_000
            if let slot, next != slot {
                epochs.append(epoch(samples, slot: slot))
                samples.removeAll(keepingCapacity: true)
            }
            slot = next
            for index in stride(from: 0, to: batch.values.count, by: 3) {
                let x = Double(batch.values[index])
                samples.append(SIMD3(x, Double(batch.values[index + 1]), Double(batch.values[index + 2])))
            }
        }
        return epochs
    }

    private static func epoch(_ samples: [SIMD3<Double>], slot: Int64) -> Epoch {
        let count = Double(samples.count)
        let mean = samples.reduce(SIMD3<Double>.zero, +) / count
        let norms = samples.map { ($0 * $0).sum().squareRoot() }
        let norm = norms.reduce(0, +) / count
        let mad = norms.reduce(0) { $0 + abs($1 - norm) } / count
        let enmo = norms.reduce(0) { $0 + max($1 - 1, 0) } / count
        let angle = atan2(mean.z, (mean.x * mean.x + mean.y * mean.y).squareRoot()) * 180 / .pi
        return Epoch(
            start: Instant(nanoseconds: slot * 5_000_000_000), seconds: 5,
            motion: .init(samples: samples.count, enmo: enmo, mad: mad, angleZ: angle))
    }
}
