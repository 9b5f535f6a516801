import Analysis
import Runtime
import Signals

/// Periods from angles and from counts.
extension PeriodsCommand {
    /// The longest block, or every block, of each window from noon to noon.
    static func hdcza(_ arguments: Arguments, _ recorded: RecordedSeries? = nil) throws {
        let seconds = try arguments.integer("--seconds", in: 1...60) ?? 5
        let zone = try Zone.named(arguments.value("--zone") ?? "UTC")
        let start = try arguments.wallTime("--start") ?? recorded.map { zone.civilTime(at: $0.start) }
        let angles =
            try recorded?.values(asAngles: true, for: "hdcza") ?? EpochValues.read(arguments.operands[0])
        let states = SustainedInactivity(epochSeconds: seconds).states(angles)
        var text = heading(arguments, recorded)
        for window in windows(angles.count, seconds: seconds, start: start, zone: zone) {
            let found = HDCZA(epochSeconds: seconds).blocks(Array(angles[window]))
            for block in arguments.has("--all") ? found.blocks : found.longest.map({ [$0] }) ?? [] {
                text += row(
                    (block.lowerBound + window.lowerBound)..<(block.upperBound + window.lowerBound), states,
                    seconds: seconds, arguments, recorded)
            }
        }
        try Output.table(text, arguments)
    }

    /// The epochs of each window: 24 hours from the first one, or noon to noon in local time of `zone`.
    static func windows(_ count: Int, seconds: Int, start: CivilTime?, zone: Zone) -> [Range<Int>] {
        guard let start else {
            let day = 86_400 / seconds
            return stride(from: 0, to: count, by: day).map { $0..<min(count, $0 + day) }
        }
        let first = zone.instant(of: start)
        let end = first.advanced(byNanoseconds: Int64(count) * Int64(seconds) * 1_000_000_000)
        // An epoch belongs to the window in which it starts.
        let index = { (instant: Instant) in
            min(count, max(0, Int((instant.seconds(since: first) / Double(seconds)).rounded(.up))))
        }
        return NightWindow.windows(over: first..<end, in: zone).map {
            index($0.interval.lowerBound)..<index($0.interval.upperBound)
        }
    }

    /// Periods that `find` sees in counts of `--seconds`.
    static func counts(
        _ arguments: Arguments, _ recorded: RecordedSeries?, _ rule: String, find: ([Double], Int) -> [Range<Int>]
    ) throws {
        let seconds = try arguments.integer("--seconds", in: 1...1800) ?? 60
        let word = arguments.value("--scorer") ?? recorded?.scorer.rawValue ?? SleepScorer.oakley40.rawValue
        guard let scorer = SleepScorer(rawValue: word), scorer != .vanHees else {
            let known = SleepScorer.allCases.filter { $0 != .vanHees }.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("--scorer is one of \(known), not “\(word)”.")
        }
        let counts = try recorded?.values(asAngles: false, for: rule) ?? EpochValues.read(arguments.operands[0])
        guard let states = RhythmStates.score(counts, seconds: seconds, scorer: scorer) else {
            throw arguments.usage("\(word) has no rule for epochs of \(seconds) s; see --scorer and --seconds.")
        }
        let text = find(counts, seconds).map {
            row($0, states, counts, seconds: seconds, arguments, recorded)
        }.joined()
        try Output.table(heading(arguments, recorded) + text, arguments)
    }

    private static func row(
        _ block: Range<Int>, _ states: [SleepState], _ counts: [Double] = [], seconds: Int, _ arguments: Arguments,
        _ recorded: RecordedSeries?
    ) -> String {
        let figures = PeriodFigures(states[block], epochSeconds: seconds)
        let moving = counts.isEmpty ? nil : 100 * Double(counts[block].count { $0 > 0 }) / Double(max(1, block.count))
        let more = details(fragmentation: figures.fragmentationIndex, movement: moving)
        return "\(block.lowerBound),\(block.upperBound),\(figures.efficiency),\(figures.totalSleepTime),"
            + "\(figures.wakeAfterSleepOnset),\(figures.awakenings)\(arguments.has("--details") ? more : "")\(times(block, recorded))\n"
    }
}
