import Analysis
import Runtime
import Signals

/// `nightjar periods`.
enum PeriodsCommand: Command {
    static let name = "periods"
    static let summary = "Find sleep periods in states, angles or counts"
    static let operands = ["FILE"]
    static let options = [
        Option("--algorithm", "NAME", "tudor-locke, hdcza, sleep-density, roenneberg or crespo"),
        Option("--seconds", "N", "the length of an epoch (60; 5 for hdcza)"),
        Option("--bedtime-start", "MIN", "tudor-locke: minutes of sleep that begin a period (5)"),
        Option("--wake-time-end", "MIN", "tudor-locke: minutes of wake that end one (10)"),
        Option("--min-sleep-period", "MIN", "tudor-locke: the shortest (160)"),
        Option("--max-sleep-period", "MIN", "tudor-locke: the longest (1440)"),
        Option("--min-nonzero-epochs", "N", "tudor-locke: more moving minutes than this (0); needs --counts"),
        Option("--counts", "FILE", "tudor-locke: one count per line"),
        Option("--all", nil, "hdcza: every block, not the longest of each day"),
        Option("--start", "YYYY-MM-DDTHH:MM", "hdcza: the wall time of the first angle (noon)"),
        Option("--zone", "AREA/CITY", "the zone of --start and of a recorder's clock (UTC)"),
        Option("--scorer", "NAME", "rules on counts: what tells wake within a period (oakley-40)"),
        Option("--details", nil, "also the fragmentation, and the movement where counts are known"),
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = [
        "nightjar periods week.agd --csv", "nightjar periods states.txt --algorithm tudor-locke --seconds 60 --csv",
        "nightjar periods angles.txt --algorithm hdcza --seconds 5 --start 2024-03-30T18:00 --zone Europe/Berlin --csv",
        "nightjar periods counts.txt --algorithm roenneberg --scorer oakley-20 --csv",
    ]
    static let discussion = """
        FILE is a recorder's: then the rule is the one that its nights are found by, unless --algorithm names another, and
        start_s and end_s stand in the last columns. Or it is a table. For tudor-locke it holds `sleep` or `wake` per line,
        or what `nightjar score` prints; a period that is open at the end is left out, as ActiLife does. For hdcza it holds
        one angle in degrees per line, and each window goes from noon to noon; wake within a period is what the rule of van
        Hees 2015 says. For sleep-density, roenneberg and crespo it holds one count per line, of any recorder; wake
        within a period is what --scorer says. --details adds ActiLife's fragmentation_index (bouts of sleep of a minute
        among all), movement_index and their sum, in percent.
        """

    /// The columns; with `--details` those of ``details(_:)`` follow.
    static func heading(_ arguments: Arguments, _ recorded: RecordedSeries? = nil) -> String {
        let more = arguments.has("--details") ? ",fragmentation_index,movement_index,sleep_fragmentation_index" : ""
        return "start,end,efficiency,tst_min,waso_min,awakenings\(more)\(recorded == nil ? "" : ",start_s,end_s")\n"
    }

    /// Bouts of sleep of a minute among all, minutes with movement, and the sum of both, in percent; empty where the
    /// counts are not known.
    static func details(fragmentation: Double, movement: Double?) -> String {
        let rest = movement.map { "\($0),\($0 + fragmentation)" } ?? ","
        return ",\(fragmentation),\(rest)"
    }

    static func run(_ arguments: Arguments) async throws {
        let known = ["tudor-locke", "hdcza", "sleep-density", "roenneberg", "crespo"]
        if let word = arguments.value("--algorithm"), !known.contains(word) {
            throw arguments.usage(
                "--algorithm is tudor-locke, hdcza, sleep-density, roenneberg or crespo, not “\(word)”.")
        }
        let recorded = try RecordedSeries.read(
            arguments.operands[0], arguments, refused: ["--seconds", "--start", "--counts"])
        switch arguments.value("--algorithm") ?? recorded?.periods {
        case "tudor-locke": try tudorLocke(arguments, recorded)
        case "hdcza": try hdcza(arguments, recorded)
        case "sleep-density":
            try counts(arguments, recorded, "sleep-density") { periods($0, $1, $2, recorded) }
        case "roenneberg":
            try counts(arguments, recorded, "roenneberg") { Roenneberg(epochSeconds: $2).periods(in: $0) }
        case "crespo": try counts(arguments, recorded, "crespo") { Crespo(epochSeconds: $2).periods(in: $0) }
        default: throw arguments.usage("This is no recorder's file that is known; with a table --algorithm is needed.")
        }
    }

    /// When a period of a recording begins and ends, in seconds since 1970; nothing for one of a table.
    static func times(_ epochs: Range<Int>, _ recorded: RecordedSeries?) -> String {
        recorded.map { ",\($0.time(epochs.lowerBound)),\($0.time(epochs.upperBound))" } ?? ""
    }

    private static func tudorLocke(_ arguments: Arguments, _ recorded: RecordedSeries?) throws {
        guard try arguments.integer("--seconds", in: 1...3600) ?? 60 == 60 else {
            throw arguments.usage("tudor-locke works on epochs of 60 s.")
        }
        let minutes = 1...1_000_000
        let rule = TudorLocke(
            bedtimeStart: try arguments.integer("--bedtime-start", in: minutes) ?? 5,
            wakeTimeEnd: try arguments.integer("--wake-time-end", in: minutes) ?? 10,
            shortest: try arguments.integer("--min-sleep-period", in: minutes) ?? 160,
            longest: try arguments.integer("--max-sleep-period", in: minutes) ?? 1440,
            nonzeroMinutes: try arguments.integer("--min-nonzero-epochs", in: 0...1_000_000) ?? 0)
        let minutely = try recorded?.values(asAngles: false, for: "tudor-locke")
        let states =
            try minutely.flatMap { recorded?.scorer.score($0, seconds: 60) }
            ?? StateTable.read(arguments.operands[0])
        let counts = try minutely ?? arguments.value("--counts").map { try EpochValues.read($0) } ?? []
        guard counts.isEmpty || counts.count == states.count else {
            throw arguments.usage("There are \(states.count) states and \(counts.count) counts.")
        }
        guard rule.nonzeroMinutes == 0 || !counts.isEmpty else {
            throw arguments.usage("--min-nonzero-epochs needs --counts.")
        }
        let rows = rule.periods(in: states, counts: counts).map { period in
            "\(period.minutes.lowerBound),\(period.minutes.upperBound),\(period.efficiency),\(period.totalSleepTime),"
                + "\(period.wakeAfterSleepOnset),\(period.awakenings)"
                + (arguments.has("--details")
                    ? details(
                        fragmentation: period.fragmentationIndex,
                        movement: counts.isEmpty ? nil : period.movementIndex) : "")
                + times(period.minutes, recorded) + "\n"
        }
        try Output.table(heading(arguments, recorded) + rows.joined(), arguments)
    }
}

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
        _ arguments: Arguments, _ recorded: RecordedSeries?, _ rule: String,
        find: ([Double], [SleepState], Int) -> [Range<Int>]
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
        let text = find(counts, states, seconds).map {
            row($0, states, counts, seconds: seconds, arguments, recorded)
        }.joined()
        try Output.table(heading(arguments, recorded) + text, arguments)
    }

    /// Periods of dense sleep; an epoch is mobile by the recorder's scale, in a table by Actiware's.
    private static func periods(
        _ counts: [Double], _ states: [SleepState], _ seconds: Int, _ recorded: RecordedSeries?
    ) -> [Range<Int>] {
        var scale = CountScale.actiwatch
        if case .counts(let own) = recorded?.kind { scale = own }
        return SleepDensity(epochSeconds: seconds).periods(
            states, mobile: counts.map { scale.isMobile($0, seconds: seconds) })
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
