import Signals
import Testing

@testable import Analysis

@Suite("The hypnogram of a night")
struct HypnogramTests {
    private static let noon = Instant(nanoseconds: 1_792_839_600_000_000_000)

    private static func at(_ hour: Double) -> Instant { noon.advanced(bySeconds: hour * 3600) }

    /// A nap from 13 to 14, in bed from 20 to 04, asleep but for the first and last ten minutes, a wake of five minutes and
    /// one of half a minute.
    private static var draft: NightDraft {
        var states = [SleepState](repeating: .awake, count: 2880)
        for index in 120..<240 { states[index] = .asleep }
        for index in 980..<1900 { states[index] = .asleep }
        for index in 1200..<1210 { states[index] = .awake }
        states[1500] = .awake
        return NightDraft(
            window: NightWindow(containing: noon, in: .utc), start: noon, epochSeconds: 30, states: states,
            periods: [120..<240, 960..<1920], periodMethod: Method("hdcza"), scorer: .vanHees, transfer: 1)
    }

    /// Deep sleep throughout, naps and all.
    private static var staged: StagedNight {
        StagedNight(
            start: noon.secondsSince1970,
            epochs: .init(
                repeating: .init(stage: .deep, awake: 0.1, light: 0.1, deep: 0.7, rem: 0.1), count: 2880),
            tier: .heartRate, method: Method("test"))
    }

    @Test("has the minutes awake and asleep that the figures tell")
    func minutes() throws {
        let night = Self.draft.night(in: .utc, lightsOut: [], losses: [])
        let minutes = night.minutes(Hypnogram(night, Self.staged))
        #expect(minutes == [.awake: 5.5, .deep: 454.5])
        #expect(night.measures.wakeAfterSleepOnset.value == 5.5)
        #expect(night.measures.totalSleepTime.value == 454.5)
        #expect(night.measures.awakenings.value == 1 && night.awakenings.count == 1 && night.shortAwakenings == 1)
        #expect(night.slept == Self.at(980.0 / 120)..<Self.at(1900.0 / 120))
    }

    @Test("stages nothing outside of the sleep period, and leaves wake awake")
    func outside() {
        let night = Self.draft.night(in: .utc, lightsOut: [], losses: [])
        let hypnogram = Hypnogram(night, Self.staged)
        #expect(night.naps == [Self.at(1)..<Self.at(2)])
        #expect(hypnogram.states[120..<240].allSatisfy { $0 == .asleep })
        #expect(hypnogram.states[980..<1200].allSatisfy { $0 == .deep })
        #expect(hypnogram.states[1205] == .awake)
        #expect(Hypnogram(night, nil).states[1000] == .asleep)
    }

    @Test("knows nobody asleep where the recorder touched no skin")
    func contact() {
        var draft = Self.draft
        draft.takeOff([Self.at(12)..<Self.at(12.5)])
        let night = draft.night(in: .utc, lightsOut: [], losses: [])
        #expect(night.states[1440..<1500].allSatisfy { $0 == .notWorn })
        #expect(night.minutes(Hypnogram(night, nil))[.notWorn] == 30)
        #expect(night.measures.totalSleepTime.value == 424.5)
    }

    @Test("goes with readings that tell no load of sleep")
    func load() {
        let night = Self.draft.night(in: .utc, lightsOut: [], losses: [])
        let heart = Estimate(52, method: HeartWindow.heartRateMethod)
        let readings = [0.5, 1.5, 5, 10, 15.9].map {
            LoadReading(
                time: Self.at($0), load: 0.2, loadTime: Self.at($0), p: -0.4, state: .underload,
                confidence: LoadConfidence(motion: 1, signal: 1, baseline: 1, coverage: 1), heartRate: heart,
                rmssd: heart,
                sdnn: heart, isAssessment: true)
        }
        let told = readings.withoutSleep(of: night)
        #expect(told.map { $0.load != nil } == [true, false, true, false, false])
        #expect(told[3].isMuted && told[3].state == nil && told[3].heartRate == heart)
        #expect(told[3].reasons == [LoadReading.sleep] && told[2] == readings[2])
    }
}
