import Foundation
import Signals
import TestKit
import Testing

@testable import Analysis

/// What the analyses make of made-up wearers, to about nine digits. The digests were taken when the tests beside this one and
/// the comparisons with other programs (`docs/validation.md`) held; a change that means to change one puts the new one here,
/// which the failure tells.
@Suite("Analyses say what they always said")
struct SameAnalysisTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
    private let zone = Zone(name: "Test/West", firstOffset: -4 * 3600)

    /// Numbers that look random, 0 ..< 1.
    private struct Noise {
        var state: UInt64 = 1
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
    }

    /// Counts of each minute over days: nights with wakings, a nap, an evening without the recorder.
    private func minutes(_ days: Int, seed: UInt64 = 1) -> [Double] {
        var noise = Noise(state: seed)
        return (0..<(days * 1440)).map { minute in
            let (day, hour) = (minute / 1440, Double(minute % 1440) / 60)
            let shift = Double(day % 3) * 0.6
            if day % 4 == 2, (13.0..<14.2).contains(hour) { return noise.next() < 0.1 ? 30 : 0 }
            if day % 5 == 3, (17.0..<20.5).contains(hour) { return 0 }
            let isNight = hour < 6.5 + shift || hour > 22.8 - shift
            if isNight { return noise.next() < 0.08 ? (noise.next() * 300).rounded() : 0 }
            return (noise.next() * noise.next() * 3000 * (0.5 + sin(hour / 24 * .pi))).rounded()
        }
    }

    private func epochs(_ scale: CountScale, seconds: Int, _ counts: [Double]) -> CountEpochs {
        var epochs = CountEpochs(scale: scale, epochSeconds: seconds)
        for (index, count) in counts.enumerated() where index % 997 != 500 {
            epochs.append(
                start: Self.start.advanced(bySeconds: Double(index * seconds)), count: count, isWorn: index % 1440 > 20)
        }
        return epochs
    }

    @Test(
        "nights, rhythm and what is said of them, of counts of every kind",
        arguments: [
            (CountScale.actigraph, 60, "36064306d76a438a"), (.zeroCrossings, 60, "fac2a22fdbfa5dca"),
            (.actiwatch, 30, "67fa687590ddbdfa"), (.motionWatch, 60, "ffdbf7754cabf379"),
            (.steps, 60, "baff248d62111f67"),
        ])
    func counts(scale: CountScale, seconds: Int, expected: String) throws {
        var digest = Digest()
        let counts = minutes(7).map { scale == .actigraph || scale == .actiwatch ? $0 : ($0 / 20).rounded() }
        let epochs = epochs(scale, seconds: seconds, counts)
        let losses = [Loss(.gap, count: 60, unit: .seconds, first: Self.start.advanced(bySeconds: 90_000))]
        let nights = try NightAnalysis.nights(
            counts: epochs, zone: zone, lightsOut: [Self.start.advanced(bySeconds: 86_400 + 8000)], losses: losses)
        digest.add(parts: nights)
        let bare = try NightAnalysis.nights(bareCounts: epochs, zone: zone)
        digest.add(bare.cut)
        digest.add(parts: bare.nights)
        let rhythm = NightAnalysis.rhythm(counts: epochs, zone: zone)
        digest.add(parts: rhythm as Any)
        digest.add(parts: NightAnalysis.socialJetLag(nights) as Any)
        let analysis = ActigraphyAnalysis(rhythm: rhythm, nights: nights)
        digest.add(parts: analysis)
        for night in nights { digest.add(parts: analysis.insights(night, moodScore: 0.4)) }
        digest.add(parts: MainNight.of(nights) as Any)
        for (before, after) in zip(nights, bare.nights) { digest.add(parts: NightDifference(from: before, to: after)) }
        if let night = nights.first(where: { $0.sleepPeriod != nil }), let period = night.sleepPeriod {
            let bounds = NightBounds(
                sleepPeriod: period.lowerBound.advanced(bySeconds: 1500)..<period.upperBound.advanced(bySeconds: -900),
                lightsOut: period.lowerBound)
            digest.add(parts: try night.measured(within: bounds, zone: zone))
        }
        #expect(digest.text == expected)
    }

    @Test("every rule on counts by itself")
    func rules() throws {
        var digest = Digest()
        let counts = minutes(4, seed: 9)
        for scorer in SleepScorer.allCases {
            for (seconds, divisor) in [(60, 100.0), (30, 100), (60, 1)] {
                let states = scorer.score(counts, seconds: seconds, divisor: divisor)
                digest.add(states.map { $0.map { "\($0)" }.joined() } ?? "none")
                guard let states, seconds == 60 else { continue }
                for keeps in [false, true] {
                    let rule = TudorLocke(bedtimeStart: 4, wakeTimeEnd: 8, nonzeroMinutes: 3, keepsOpenEnd: keeps)
                    for counts in [[], counts] { digest.add(parts: rule.periods(in: states, counts: counts)) }
                }
                digest.add(rounded: SleepRegularity.index(states, epochSeconds: 60))
                digest.add(parts: PeriodFigures(states[300..<900], epochSeconds: 60))
            }
        }
        for ranges in [
            Choi().nonWear(counts), Choi(shortest: 60, spike: 1, around: 20).nonWear(counts), Troiano().nonWear(counts),
            Roenneberg().periods(in: counts), Crespo().periods(in: counts),
            Roenneberg(epochSeconds: 30).periods(in: counts),
        ] {
            digest.add(ranges.count)
            for range in ranges { digest.add(parts: [range.lowerBound, range.upperBound]) }
        }
        #expect(digest.text == "0b426eb464d11d27")
    }

    @Test("nights by the angle of the arm")
    func angles() throws {
        var noise = Noise()
        var arm = AngleNights(zone: zone)
        var all: [Epoch] = []
        for index in 0..<(3 * 17_280) {
            let hour = Double(index % 17_280) / 720
            let isNight = hour < 6 || hour > 22.5
            let isOff = (17_280 + 8000..<17_280 + 11_000).contains(index)
            let angle =
                isOff ? 12 : isNight ? Double(index / 400 % 5) * 30 - 60 + noise.next() : noise.next() * 150 - 75
            guard !(30_000..<30_200).contains(index) else { continue }
            let motion = Epoch.Motion(
                samples: 500, enmo: isNight || isOff ? 0.002 : noise.next() * 0.1, mad: isOff ? 0.0001 : 0.01,
                angleZ: angle)
            let epoch = Epoch(start: Self.start.advanced(bySeconds: Double(index * 5)), seconds: 5, motion: motion)
            arm.add(epoch)
            all.append(epoch)
        }
        var digest = Digest()
        digest.add(parts: try arm.nights(lightsOut: [Self.start.advanced(bySeconds: 80_000)]))
        digest.add(parts: NightAnalysis.rhythm(angleZ: all, zone: zone) as Any)
        digest.add(parts: ActivityMinutes(motion: Array(all.prefix(2000))) as Any)
        let angles = all.compactMap { $0.motion?.angleZ }
        digest.add(parts: HDCZA().blocks(angles))
        digest.add(parts: SustainedInactivity().bouts(angles).flatMap { [$0.lowerBound, $0.upperBound] })
        #expect(digest.text == "34be789661305cdb")
    }

    /// Intervals of half an hour with an ectopic beat, a missed one, one too many and a pause in it.
    private func intervals(_ count: Int) -> [Double] {
        var noise = Noise(state: 5)
        var rr = (0..<count).map { 820 + 60 * sin(Double($0) / 4) + 40 * sin(Double($0) / 60) + 30 * noise.next() }
        for place in stride(from: 40, to: count - 4, by: 97) {
            switch place % 4 {
            case 0: (rr[place], rr[place + 1]) = (rr[place] * 0.65, rr[place + 1] * 1.35)
            case 1: rr[place] *= 2
            case 2: (rr[place], rr[place + 1]) = (rr[place] * 0.4, rr[place] * 0.6)
            default: rr[place] = 2600
            }
        }
        return rr
    }

    @Test("variability of the heart, artefacts and breath")
    func heart() throws {
        var digest = Digest()
        let rr = intervals(1200)
        let corrected = ArtefactCorrection.correct(rr)
        for label in ArtefactCorrection.labels(rr) { digest.add(label.rawValue) }
        digest.add(parts: corrected)
        for part in [rr, Array(rr.prefix(400)), corrected.map(\.rr), Array(rr[100..<130]), [800]] {
            digest.add(parts: HeartRateVariability(part) as Any)
            digest.add(parts: RhythmReport(part, anyLength: true) as Any)
            digest.add(parts: RespiratoryRate(part) as Any)
            digest.add(parts: RespiratoryRate.median(of: part) as Any)
            digest.add(parts: WelchSpectrum(part) as Any)
            digest.add(parts: LombSpectrum(part) as Any)
            digest.add(rounded: DetrendedFluctuation.alpha1(of: part))
        }
        var passed = 0.0
        let intervals = corrected.map { interval in
            passed += interval.rr / 1000
            return (seconds: passed, milliseconds: interval.rr)
        }
        digest.add(parts: IntervalHeartRate.samples(intervals))
        #expect(digest.text == "5700a5957f3f173b")
    }

    @Test(
        "beats of drawn signals, with noise, leads that fall off and a heart that stops",
        arguments: [(130.0, "466433bd606df513"), (250, "691d584cc105514f")])
    func signals(rate: Double, expected: String) throws {
        let drawn = SyntheticHeartSignal(seconds: 150, rate: rate)
        var digest = Digest()
        var noise = Noise(state: 2)
        for (kind, signal, size) in [
            (SignalBeats.Kind.electrocardiogram, drawn.signal, 0.3), (.pulse, drawn.light, 100.0),
        ] {
            var beats = SignalBeats(kind)
            var found: [SignalBeats.Found] = []
            let values = signal.enumerated().map { index, value -> Float in
                let second = Double(index) / rate
                switch second {
                case 40..<44: return Float(signal[0])
                case 70..<80: return Float(value + size * (noise.next() - 0.5) * 4)
                case 100..<110: return Float(signal[0] - (value - signal[0]))
                default: return Float(value + size * (noise.next() - 0.5) * 0.3)
                }
            }
            for start in stride(from: 0, to: values.count, by: 73) {
                let end = min(values.count, start + 73)
                // A hole of five seconds.
                let pause = Double(start) / rate > 125 ? 5.0 : 0
                let line = try #require(
                    Timeline(origin: Self.start.advanced(bySeconds: pause + Double(start) / rate), hertz: rate))
                found += beats.receive(
                    SampleBatch(
                        device: DeviceID(rawValue: "test"), channel: Channel(rawValue: "ecg"), unit: .one,
                        values: Array(values[start..<end]), times: .uniform(line), received: Self.start))
            }
            found += beats.finish()
            digest.add(found.count)
            for beat in found {
                // To a microsecond: the place between two samples is a quotient of small differences.
                digest.add((beat.time.nanoseconds + 500) / 1000)
                digest.add(Int(((beat.interval ?? -1) * 1000).rounded()))
                digest.add(Int((beat.quality * 1e6).rounded()))
            }
        }
        #expect(digest.text == expected)
    }

    @Test("the load, live: with motion, contact, breathing, reading and a clock that goes back")
    func load() {
        var digest = Digest()
        var live = LiveAnalysis(tolerance: 200)
        var time = Self.start
        for (index, rr) in intervals(2600).enumerated() {
            time = time.advanced(bySeconds: rr / 1000)
            switch index {
            case 300: live.begin(reading: UsualReading(speed: 220, errors: 0.04, pauses: 2, windows: 5))
            case 500..<900:
                live.reading = ReadingBehaviour(
                    speed: 220 - Double(index - 500) / 4, errors: Double(index % 40) / 100, pauses: Double(index % 9))
            case 900: live.reading = nil
            case 1000: live.receive(contact: false, at: time)
            case 1040: live.receive(contact: true, at: time)
            case 1200: live.beginBreathing()
            case 1300: live.endBreathing(at: time)
            case 1500: time = time.advanced(bySeconds: -400)
            case 1800: live.beginWords()
            case 1900: live.forgetHeart()
            case 1950: live.forgetMotion()
            case 2200: live.resumeWords(from: .overload, saidAt: time)
            default: break
            }
            let shake = (700..<760).contains(index) || index % 400 < 12 ? 0.3 * Double(index % 3) : 0.001
            live.receive(motionMean: shake, 0, 1 - shake / 3, second: time.nanoseconds / 1_000_000_000)
            if (1600..<1700).contains(index) {
                live.receive(heartRate: 60_000 / rr, at: time)
            } else {
                digest.add(parts: live.receive(beat: time, rr: rr - (index > 1100 && index < 1500 ? 220 : 0)))
            }
            while let beat = live.nextSettled() { digest.add(parts: beat) }
            if let reading = live.tick(at: time) { digest.add(parts: reading) }
            if index % 50 == 0 { digest.add(parts: live.window(at: time)) }
        }
        digest.add(parts: live.baseline as Any)
        #expect(digest.text == "bed273bb28f9fc8d")
    }

    @Test("stages of a night, with heart, without, and with holes in both")
    func staging() throws {
        var digest = Digest()
        var noise = Noise(state: 8)
        let counts = (0..<900).map { place -> Double in
            if (400..<410).contains(place) { return .nan }
            return place < 40 || place % 180 < 6 ? (noise.next() * 400).rounded() : noise.next() < 0.05 ? 40 : 0
        }
        let heart = (0..<27_000).filter { !(9000..<11_000).contains($0) && $0 % 5 == 0 }.map {
            second -> HeartRateSample in
            let slow = 6 * sin(Double(second) / 900)
            return HeartRateSample(seconds: Double(second), beatsPerMinute: 58 + slow + 4 * noise.next())
        }
        for (beats, lightsOut, isFromIntervals) in [
            (heart, 600.0, true), (Array(heart.prefix(2000)), nil, false), ([], 0, false),
        ] {
            let night = try #require(
                SleepStaging.stage(
                    counts: counts, start: 0, heartRate: beats, lightsOut: lightsOut, isFromIntervals: isFromIntervals))
            // Probabilities are sums of many trees in single precision.
            for epoch in night.epochs {
                for value in [epoch.awake, epoch.light, epoch.deep, epoch.rem] {
                    digest.add(Int(((value ?? -1) * 1e5).rounded()))
                }
            }
            digest.add("\(night.tier)")
            digest.add(parts: night.measures(lightsOut: lightsOut))
        }
        #expect(digest.text == "2ca13c1fc52e2cdb")
    }
}
