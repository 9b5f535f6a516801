import Signals
import Testing

@testable import Analysis

struct StagingPartsTests {
    @Test func `the models that ship with the program can be read`() {
        #expect(StagingModel.heartRate != nil)
        #expect(StagingModel.motion != nil)
    }

    @Test func `measures of a night of known stages`() {
        let stages: [SleepStage] = [.awake, .awake, .light, .deep, .awake, .rem, .unknown, .light, .awake]
        let night = StagedNight(
            start: 100, epochs: stages.map { StagedNight.Epoch(stage: $0) }, tier: .heartRate, method: Method("test"))
        let measures = night.measures(lightsOut: 100)
        #expect(measures.totalSleepTime == 2)
        #expect(measures.sleepOnsetLatency == 1)
        #expect(measures.wakeAfterSleepOnset == 0.5)
        #expect(measures.sleepEfficiency == 50)
        #expect(night.measures().sleepOnsetLatency == nil)
    }

    @Test func `intervals become a heart rate, and an ectopic beat does not move it`() {
        var time = 0.0
        let intervals = (0..<200).map { index -> (seconds: Double, milliseconds: Double) in
            let length = index == 100 ? 500.0 : index == 101 ? 1500 : 1000
            time += length / 1000
            return (time, length)
        }
        let rates = IntervalHeartRate.samples(intervals)
        #expect(rates.count > 35)
        #expect(rates.allSatisfy { abs($0.beatsPerMinute - 60) < 1e-9 })
        #expect(IntervalHeartRate.samples([]).isEmpty)
    }

    @Test func `a window over holes gives means of what is there`() {
        let window = GaussianWindow(1)
        let means = window.mean([1, .nan, 1, .nan, .nan, .nan, .nan, .nan, .nan, 5])
        #expect(abs(means[1] - 1) < 1e-12)
        #expect(means[6].isNaN)
        #expect(abs(means[8] - 5) < 1e-12)
        #expect(GaussianWindow(0.5).mean([.nan, .nan, .nan, .nan, 2])[0].isNaN)
    }

    @Test func `a broken model is refused`() {
        let short = Array("NJS1".utf8) + [4, 1]
        #expect(throws: DecodeError.self) { try TreeEnsemble(short.span.bytes) }
        let other = Array("NJS0".utf8) + [UInt8](repeating: 0, count: 60)
        #expect(throws: DecodeError.self) { try TreeEnsemble(other.span.bytes) }
    }
}
