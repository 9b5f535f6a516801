import Analysis
import Signals

/// Beats and, if there are any, acceleration samples, played through the live way.
enum BeatTable {
    static func readings(_ path: String, _ arguments: Arguments, by formula: LoadFormula = .heart) throws
        -> [LoadReading]
    {
        let beats = try self.beats(path)
        let rates = try arguments.value("--heart-rate").map(rates) ?? []
        let motion = try arguments.value("--motion").map { try samples($0, arguments, beats: beats) } ?? []
        guard let first = beats.first, let last = beats.last else {
            throw Failure(.failed, "\(NumberTable.name(of: path)) holds no beats.")
        }
        var live = LiveAnalysis(tolerance: try arguments.number("--tolerance") ?? 10, formula: formula)
        var readings: [LoadReading] = []
        var (beat, sample, rate) = (0, 0, 0)
        let step: Int64 = 10_000_000_000
        var grid = Instant(nanoseconds: (first.time.nanoseconds / step) * step)
        let end = max(last.time, motion.last?.time ?? last.time)
        guard end.seconds(since: grid) < 366 * 86_400 else {
            throw Failure(.failed, "\(NumberTable.name(of: path)) spans more than a year; are the times in seconds?")
        }
        while grid <= end {
            while sample < motion.count, motion[sample].time <= grid {
                let (time, value) = motion[sample]
                live.receive(motion: value, at: time)
                sample += 1
            }
            while beat < beats.count, beats[beat].time <= grid {
                _ = live.receive(beat: beats[beat].time, rr: beats[beat].rr)
                while live.nextSettled() != nil {}
                beat += 1
            }
            while rate < rates.count, rates[rate].time <= grid {
                live.receive(heartRate: rates[rate].bpm, at: rates[rate].time)
                rate += 1
            }
            if grid >= first.time, let reading = live.tick(at: grid) { readings.append(reading) }
            grid = grid.advanced(byNanoseconds: step)
        }
        return readings
    }

    private static func beats(_ path: String) throws -> [(time: Instant, rr: Double)] {
        let table = try NumberTable(path: path)
        let (time, interval) = (table.column("t_s", at: 0), table.column("rr_ms", at: 1))
        return try (0..<table.count).map { row in
            guard let seconds = table.value(row, time), let instant = Instant(secondsSince1970: seconds),
                let rr = table.value(row, interval)
            else { throw Failure(.failed, "\(table.name), row \(row): a beat needs t_s and rr_ms.") }
            return (instant, rr)
        }
    }

    private static func rates(_ path: String) throws -> [(time: Instant, bpm: Double)] {
        let table = try NumberTable(path: path)
        let (time, rate) = (table.column("t_s", at: 0), table.column("bpm", at: 1))
        return try (0..<table.count).map { row in
            guard let seconds = table.value(row, time), let instant = Instant(secondsSince1970: seconds),
                let value = table.value(row, rate)
            else { throw Failure(.failed, "\(table.name), row \(row): a heart rate needs t_s and bpm.") }
            return (instant, value)
        }
    }

    private static func samples(
        _ path: String, _ arguments: Arguments, beats: [(time: Instant, rr: Double)]
    ) throws -> [(time: Instant, value: SIMD3<Double>)] {
        let table = try NumberTable(path: path)
        let rate = try arguments.number("--motion-rate")
        if let rate, rate <= 0 { throw arguments.usage("--motion-rate must be above 0.") }
        let offset = rate == nil ? 1 : 0
        let axes = ["x", "y", "z"].enumerated().map { table.column($0.element, at: $0.offset + offset) }
        let time = table.column("t_s", at: 0)
        // Without times, motion begins with the clock of the beats: at 0, or with the first of absolute times.
        let first = beats.first.map { $0.time.secondsSince1970 - $0.rr / 1000 } ?? 0
        let start = try arguments.number("--motion-start") ?? (first > 1_000_000 ? first : 0)
        return try (0..<table.count).map { row in
            let seconds = rate.map { start + Double(row) / $0 } ?? table.value(row, time)
            guard let seconds, let instant = Instant(secondsSince1970: seconds), let x = table.value(row, axes[0]),
                let y = table.value(row, axes[1]), let z = table.value(row, axes[2])
            else {
                throw Failure(
                    .failed, "\(table.name), row \(row): a sample needs t_s,x,y,z, or x,y,z and --motion-rate.")
            }
            return (instant, SIMD3(x, y, z))
        }
    }
}
