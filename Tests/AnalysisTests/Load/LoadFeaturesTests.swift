import Analysis
import Signals
import Testing

@Suite("Load features")
struct LoadFeaturesTests {
    private static let time = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func window(
        coverage: Double, artefacts: Double = 0, rate: Method = HeartWindow.heartRateMethod
    ) -> HeartWindow {
        HeartWindow(
            time: Self.time, heartRate: Estimate(72, method: rate),
            rmssd: Estimate(40, method: HeartWindow.rmssdMethod),
            sdnn: Estimate(50, method: HeartWindow.sdnnMethod), coverage: coverage, artefacts: artefacts,
            hasIntervals: true)
    }

    @Test("have no variability where beats are few or the hand moves, and say why")
    func doubt() {
        let calm = LoadFeatures(window(coverage: 0.6), motion: .level(0.01, isJerked: false))
        #expect(calm.rmssd.value == 40 && calm.sdnn.value == 50)
        let few = LoadFeatures(window(coverage: 0.59), motion: .noSensor)
        #expect(few.rmssd.value == nil && few.sdnn.value == nil && few.heartRate.value == 72)
        #expect(few.rmssd.reason == "good beats cover less than 60 % of the last minute")
        let odd = LoadFeatures(window(coverage: 1, artefacts: 0.06), motion: .noSensor)
        #expect(odd.rmssd.value == nil && odd.heartRate.value == 72)
        #expect(odd.sdnn.reason == "more than 5 % of the last minute's beats are artefacts")
        let moving = LoadFeatures(window(coverage: 1), motion: .level(0.10, isJerked: false))
        #expect(moving.rmssd.value == nil && moving.heartRate.value == 72)
        #expect(moving.sdnn.reason == "moving too much to trust the variability")
    }

    @Test("tell which of heart rate and index to believe, and why")
    func trust() {
        var index = LoadIndex(formula: .physiological)
        func next(_ step: Int, coverage: Double, motion: Double, _ rate: Method = HeartWindow.heartRateMethod)
            -> LoadReading
        {
            var window = window(coverage: coverage, rate: rate)
            window.time = Self.time.advanced(bySeconds: 10 * Double(step))
            return index.update(LoadFeatures(window, motion: .level(motion, isJerked: false)))
        }
        let first = next(0, coverage: 1, motion: 0)
        #expect(first.trust.figure == .neither && first.trust.reason.contains("two minutes"))
        for step in 1..<30 { _ = next(step, coverage: 1, motion: 0) }
        #expect(next(30, coverage: 1, motion: 0).trust.figure == .index)
        let few = next(31, coverage: 0.5, motion: 0)
        #expect(few.trust == LoadTrust(.heartRate, because: "good beats cover less than 60 % of the last minute"))
        // Then the index is that of heart rate alone.
        #expect(few.heartRateLoad == few.momentary && few.heartRateLoad != nil)
        #expect(next(32, coverage: 1, motion: 0.1).trust.figure == .neither)
        for step in 33..<50 { _ = next(step, coverage: 0.5, motion: 0, HeartWindow.deviceRateMethod) }
        let device = next(50, coverage: 0.5, motion: 0, HeartWindow.deviceRateMethod)
        #expect(device.trust.figure == .heartRate && device.trust.reason.contains("believe it little"))
    }

    @Test("hold a rate that the device computed against such rates alone")
    func deviceRate() throws {
        var index = LoadIndex(formula: .physiological)
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
