import Foundation
import Signals
import Testing

@testable import Analysis

@Suite("The heart of a night")
struct NightHeartTests {
    private static let noon = Instant(nanoseconds: 1_792_839_600_000_000_000)
    private static func at(_ hour: Double) -> Instant { noon.advanced(bySeconds: hour * 3600) }

    /// Eight hours from the tenth on, with an hour of deep sleep in the middle.
    private static let night: Night = {
        var states = [SleepState](repeating: .awake, count: 2880)
        for index in 1200..<2160 { states[index] = .asleep }
        return NightDraft(
            window: NightWindow(containing: noon, in: .utc), start: noon, epochSeconds: 30, states: states,
            periods: [1200..<2160], periodMethod: Method("hdcza"), scorer: .vanHees, transfer: 1
        ).night(in: .utc, lightsOut: [], losses: [])
    }()

    private static var hypnogram: Hypnogram {
        var hypnogram = Hypnogram(night, nil)
        for index in 1600..<1720 { hypnogram.states[index] = .deep }
        return hypnogram
    }

    /// Beats that breathe 14 times a minute, by twice as much in the hour of deep sleep.
    private static var beats: [Beat] {
        var (time, beats) = (at(9.5), [Beat]())
        while time < at(18.5) {
            let isDeep = time >= at(1600.0 / 120) && time < at(1720.0 / 120)
            let rr = 1000 + (isDeep ? 60 : 30) * sin(2 * .pi * 14 * time.seconds(since: noon) / 60)
            time = time.advanced(byNanoseconds: Int64(rr * 1e6))
            beats.append(Beat(time: time, rr: rr, label: .normal))
        }
        return beats
    }

    @Test("is told as lowest, mean, resting, variability of each part of sleep, and breathing")
    func figures() throws {
        // An hour at 48 within a night of 56, and five minutes of 44 in it.
        let rates = (0..<1440).map { minute in
            RestingHeartRate.Rate(
                time: Self.noon.advanced(bySeconds: Double(minute) * 60),
                rate: (850..<855).contains(minute) ? 44 : (840..<900).contains(minute) ? 48 : 56)
        }
        let heart = NightHeart(Self.night, Self.hypnogram, rates: rates, beats: Self.beats)
        func value(_ figure: NightHeart.Figure) throws -> Double { try #require(heart.figures[figure]?.value) }
        #expect(try value(.lowest) == 44)
        #expect(try abs(value(.mean) - (420 * 56 + 55 * 48 + 5 * 44) / 480.0) < 1e-9)
        #expect(try value(.resting) > 47 && value(.resting) < 48)
        #expect(try abs(value(.respiration) - 14) < 0.5)
        let whole = try value(.variability)
        #expect(try abs(value(.deepVariability) / whole - 2) < 0.1)
        #expect(try abs(value(.firstVariability) / whole - 1) < 0.05)
        #expect(try abs(value(.lastVariability) / whole - 1) < 0.1)
        #expect(
            heart.figures[.variability] == NightVariability.rmssd(Self.beats, in: try #require(Self.night.sleepPeriod)))
        #expect(heart.figures.count == NightHeart.Figure.allCases.count)
        #expect(heart.figures[.respiration]?.method.name == "respiratory-sinus-arrhythmia")
    }

    @Test("says why it knows nothing without rates, beats, deep sleep or a rhythm of breathing")
    func nothing() throws {
        let none = NightHeart(Self.night, Hypnogram(Self.night, nil), rates: [], beats: [])
        #expect(none.figures.values.allSatisfy { $0.value == nil && $0.reason?.isEmpty == false })
        #expect(none.figures[.deepVariability]?.reason == "no deep sleep was staged")
        var state: UInt64 = 1
        var time = Self.at(9.5)
        let restless = (0..<30_000).map { _ -> Beat in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            let rr = 1000 + Double(state >> 40) / Double(1 << 24) * 60
            time = time.advanced(byNanoseconds: Int64(rr * 1e6))
            return Beat(time: time, rr: rr, label: .normal)
        }
        let heart = NightHeart(Self.night, Self.hypnogram, rates: [], beats: restless)
        #expect(heart.figures[.respiration]?.reason == "the heart shows no clear rhythm of breathing")
        #expect(heart.figures[.variability]?.value != nil)
    }

    @Test("is held against at least five nights, by a median and a spread that one odd night hardly moves")
    func usual() throws {
        #expect(UsualFigure([50, 51, 52, 53]) == nil)
        let usual = try #require(UsualFigure([50, 52, 51, 90, 53, .nan]))
        #expect(usual.median == 52 && usual.nights == 5)
        #expect(abs(usual.spread - 1.4826) < 1e-9)
    }
}
