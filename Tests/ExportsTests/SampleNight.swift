import Analysis
import Exports
import Signals

/// A night in London on which the clock goes back, with holes, artefacts and losses at known places.
enum SampleNight {
    /// London in 2026: summer time from 29 March to 25 October, 01:00 UTC.
    static let london = Zone(
        name: "Europe/London", firstOffset: 0, transitions: [1_774_746_000, 1_792_890_000], offsets: [3600, 0])
    /// 24 October 2026, noon in London.
    static let start = Instant(nanoseconds: 1_792_839_600_000_000_000)

    static func content(isSynthetic: Bool = true, epochSeconds: Int = 30) -> ExportContent {
        let end = start.advanced(bySeconds: 25 * 3600)
        return ExportContent(
            device: DeviceIdentity(maker: "Axivity", model: "AX3", serial: "12345", firmware: "44"),
            label: "night-2026-10-25-axivity-12345", zone: london, window: start..<end, epochSeconds: epochSeconds,
            epochs: epochs(seconds: epochSeconds), activity: activity, beats: beats, statesStart: start,
            stateSeconds: 30, states: states,
            readings: readings, sleepPeriod: start.advanced(bySeconds: 36_000)..<start.advanced(bySeconds: 64_800),
            measures: [
                .init(name: "total_sleep_time_min", estimate: Estimate(431.5, method: Method("sadeh-actilife"))),
                .init(
                    name: "sleep_onset_latency_min",
                    estimate: Estimate(unknown: "no lights-out mark, \"yet\"", method: Method("tudor-locke"))),
            ],
            losses: [
                Loss(
                    .gap, count: 3600, unit: .seconds, first: at(7200), end: at(10_800), channel: .acceleration,
                    detail: "Réveil ☾, nothing recorded"),
                Loss(.checksum, count: 2, unit: .blocks),
            ],
            methods: [Method("hdcza", version: 1)], isSynthetic: isSynthetic)
    }

    static func at(_ seconds: Double) -> Instant { start.advanced(bySeconds: seconds) }

    /// Nothing in the third hour.
    static func epochs(seconds: Int) -> [Epoch] {
        stride(from: 0, to: 25 * 3600, by: seconds).compactMap { second in
            if (7200..<10_800).contains(second) { return nil }
            let wave = Double((second / seconds * 7919) % 1009) / 1009
            let isWithoutHeart = (20_000..<21_000).contains(second)
            return Epoch(
                start: at(Double(second)), seconds: seconds,
                motion: Epoch.Motion(
                    samples: seconds * 100, enmo: wave * wave * 0.3, mad: wave * 0.2, angleZ: wave * 178 - 89),
                heart: isWithoutHeart ? nil : Epoch.Heart(beats: 30, rate: 48 + wave * 40))
        }
    }

    /// Minutes, ten of them missing.
    static var activity: [ExportContent.Activity] {
        (0..<(25 * 60)).filter { !(300..<310).contains($0) }.map {
            ExportContent.Activity(start: at(Double($0) * 60), count: Double(($0 * 613) % 1701))
        }
    }

    /// Ten minutes of beats from the second minute on, one of them displaced.
    static var beats: [Beat] {
        var time = at(120)
        return (0..<700).map { index in
            let rr = 800 + Double((index * 7) % 11) * 6
            time = time.advanced(byNanoseconds: Int64(rr * 1e6))
            return Beat(time: time, rr: rr, label: (300...301).contains(index) ? .ectopic : .normal)
        }
    }

    static var states: [SleepState] {
        (0..<(25 * 120)).map { index in
            switch index {
            case 240..<360: .unknown
            case 1200..<2160: index % 97 == 0 ? .awake : .asleep
            case 2800..<3000: .notWorn
            default: .awake
            }
        }
    }

    static var readings: [LoadReading] {
        (0..<360).map { index in
            let isStale = (100..<120).contains(index)
            let isMissing = index < 6
            let load: Double? = isMissing ? nil : 0.2 + Double(index % 50) / 100
            return LoadReading(
                time: at(Double(index) * 10), load: load, loadTime: load == nil ? nil : at(Double(index) * 10),
                p: load.map { $0 - 0.5 }, state: load.map(LoadReading.State.init(load:)),
                confidence: LoadConfidence(motion: 1, signal: 1, baseline: isMissing ? 0 : 0.9, coverage: 1),
                heartRate: Estimate(60 + Double(index % 7), method: HeartWindow.heartRateMethod),
                rmssd: isMissing
                    ? Estimate(unknown: "less than 30 s of heart beats", method: HeartWindow.rmssdMethod)
                    : Estimate(30 + Double(index % 13), method: HeartWindow.rmssdMethod),
                sdnn: Estimate(50, method: HeartWindow.sdnnMethod), motion: 0.004, isStale: isStale,
                reasons: isMissing ? ["less than 30 s of heart beats"] : [])
        }
    }
}
