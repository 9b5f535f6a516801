import Epochs
import Foundation
import Signals
import Testing

@Suite struct EpochMeasureTests {
    @Test("measures as the definitions say", arguments: [0.1, 12.5, 33.3, 100, 1000])
    func definitions(hertz: Double) throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: Samples.start), hertz: hertz))
        let samples = Samples(on: line, count: Int(max(100, min(10_000, hertz * 100))))
        let epochs = EpochAggregator.epochs([samples.batch])
        for length in [1, 5, 30, 60] {
            let expected = samples.epochs(of: length)
            let made = epochs.filter { $0.seconds == length }
            #expect(made.count == expected.count)
            for epoch in made {
                let motion = try #require(epoch.motion)
                let plain = try #require(expected[epoch.start.nanoseconds / 1_000_000_000])
                #expect(motion.samples == plain.samples)
                #expect(abs(motion.enmo - plain.enmo) < 1e-14)
                #expect(abs(motion.mad - plain.mad) < 1e-14)
                #expect(abs((motion.enmoa ?? .nan) - (plain.enmoa ?? 0)) < 1e-14)
            }
        }
    }

    @Test("a device at rest has its angle and no movement", arguments: [-90.0, -45, 0, 30, 89.5])
    func rest(degrees: Double) throws {
        let radians = degrees * .pi / 180
        let values = (0..<3000).flatMap { _ in [Float(0), Float(cos(radians)), Float(sin(radians))] }
        let line = try #require(Timeline(origin: Instant(nanoseconds: Samples.start), hertz: 100))
        let batch = SampleBatch(
            device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line), received: Instant(nanoseconds: 0))
        for epoch in EpochAggregator.epochs([batch]) {
            let motion = try #require(epoch.motion)
            #expect(abs(motion.angleZ - degrees) < 1e-4)
            #expect(motion.enmo < 1e-7 && motion.mad < 1e-9)
        }
    }

    @Test("the angle follows a 5-second median: a jerk of two seconds leaves no trace")
    func jerk() throws {
        let values = (0..<3000).flatMap { (1400..<1600).contains($0) ? [1, 0, 0] as [Float] : [0, 0, 1] }
        let line = try #require(Timeline(origin: Instant(nanoseconds: 1_700_000_000_000_000_000), hertz: 100))
        let batch = SampleBatch(
            device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line), received: Instant(nanoseconds: 0))
        let epochs = EpochAggregator.epochs([batch], EpochConfiguration(lengths: [1]))
        #expect(epochs.count == 30)
        #expect(epochs.allSatisfy { abs(($0.motion?.angleZ ?? 0) - 90) < 1e-12 })
    }
}
