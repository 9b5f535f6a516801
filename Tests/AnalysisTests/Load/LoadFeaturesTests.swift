import Analysis
import Signals
import Testing

@Suite("Load features")
struct LoadFeaturesTests {
    private static let time = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func window(coverage: Double, rate: Method = HeartWindow.heartRateMethod) -> HeartWindow {
        HeartWindow(
            time: Self.time, heartRate: Estimate(72, method: rate),
            rmssd: Estimate(40, method: HeartWindow.rmssdMethod),
            sdnn: Estimate(50, method: HeartWindow.sdnnMethod), coverage: coverage, artefacts: 0, hasIntervals: true)
    }

    @Test("have no variability where beats are few or the hand moves, and say why")
    func doubt() {
        let calm = LoadFeatures(window(coverage: 0.6), motion: .level(0.01, isJerked: false))
        #expect(calm.rmssd.value == 40 && calm.sdnn.value == 50)
        let few = LoadFeatures(window(coverage: 0.59), motion: .noSensor)
        #expect(few.rmssd.value == nil && few.sdnn.value == nil && few.heartRate.value == 72)
        #expect(few.rmssd.reason == "good beats cover less than 60 % of the last minute")
        let moving = LoadFeatures(window(coverage: 1), motion: .level(0.10, isJerked: false))
        #expect(moving.rmssd.value == nil && moving.heartRate.value == 72)
        #expect(moving.sdnn.reason == "moving too much to trust the variability")
    }

    @Test("hold a rate that the device computed against such rates alone")
    func deviceRate() throws {
        var index = LoadIndex()
        var time = Self.time
        func next(_ rate: Double, _ method: Method) -> LoadReading {
            time = time.advanced(bySeconds: 10)
            return index.update(
                LoadFeatures(
                    time: time, heartRate: Estimate(rate, method: method),
                    rmssd: Estimate(unknown: "none", method: HeartWindow.rmssdMethod),
                    sdnn: Estimate(unknown: "none", method: HeartWindow.sdnnMethod),
                    motion: .level(0, isJerked: false)))
        }
        for step in 0..<60 {
            let isDevice = step.isMultiple(of: 2)
            _ = next(isDevice ? 80 : 60, isDevice ? HeartWindow.deviceRateMethod : HeartWindow.heartRateMethod)
        }
        // Its own usual rate is no deviation, though the other source lies 20 away.
        #expect(next(60, HeartWindow.heartRateMethod).deviations.heartRate == 0)
        #expect(next(80, HeartWindow.deviceRateMethod).deviations.heartRate == 0)
    }
}
