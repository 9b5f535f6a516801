import Analysis
import Signals

/// `nightjar periods`.
enum PeriodsCommand: Command {
    static let name = "periods"
    static let summary = "Find sleep periods in states or angles"
    static let operands = ["STATES"]
    static let options = [
        Option("--algorithm", "NAME", "tudor-locke or hdcza"),
        Option("--seconds", "N", "the length of an epoch (60 for tudor-locke, 5 for hdcza)"),
        Option("--bedtime-start", "MIN", "tudor-locke: minutes of sleep that begin a period (5)"),
        Option("--wake-time-end", "MIN", "tudor-locke: minutes of wake that end one (10)"),
        Option("--min-sleep-period", "MIN", "tudor-locke: the shortest (160)"),
        Option("--max-sleep-period", "MIN", "tudor-locke: the longest (1440)"),
        Option("--min-nonzero-epochs", "N", "tudor-locke: more moving minutes than this (0); needs --counts"),
        Option("--counts", "FILE", "tudor-locke: one count per line"),
        Option("--all", nil, "hdcza: every block, not the longest of each day"),
        Option("--csv", nil, "print a table on standard output (the only form there is)"),
    ]
    static let examples = [
        "nightjar periods states.txt --algorithm tudor-locke --seconds 60 --csv",
        "nightjar periods angles.txt --algorithm hdcza --seconds 5 --csv",
    ]
    static let discussion = """
        For tudor-locke STATES holds `sleep` or `wake` per line, or what `nightjar score` prints; a period that is open at
        the end is left out, as ActiLife does. For hdcza it holds one angle in degrees per line from noon on, and every
        24 hours are a window of their own; wake within a period is what the rule of van Hees 2015 says.
        """

    private static let heading = "start,end,efficiency,tst_min,waso_min,awakenings\n"

    static func run(_ arguments: Arguments) async throws {
        switch arguments.value("--algorithm") {
        case "tudor-locke": try tudorLocke(arguments)
        case "hdcza": try hdcza(arguments)
        case let word?: throw arguments.usage("--algorithm is tudor-locke or hdcza, not “\(word)”.")
        case nil: throw arguments.usage("--algorithm is needed.")
        }
    }

    private static func tudorLocke(_ arguments: Arguments) throws {
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
        let states = try StateTable.read(arguments.operands[0])
        let counts = try arguments.value("--counts").map { try EpochValues.read($0) } ?? []
        guard counts.isEmpty || counts.count == states.count else {
            throw arguments.usage("There are \(states.count) states and \(counts.count) counts.")
        }
        guard rule.nonzeroMinutes == 0 || !counts.isEmpty else {
            throw arguments.usage("--min-nonzero-epochs needs --counts.")
        }
        let rows = rule.periods(in: states, counts: counts).map { period in
            "\(period.minutes.lowerBound),\(period.minutes.upperBound),\(period.efficiency),\(period.totalSleepTime),"
                + "\(period.wakeAfterSleepOnset),\(period.awakenings)\n"
        }
        try Output.write(Array((heading + rows.joined()).utf8))
    }

    private static func hdcza(_ arguments: Arguments) throws {
        let seconds = try arguments.integer("--seconds", in: 1...60) ?? 5
        let angles = try EpochValues.read(arguments.operands[0])
        let states = SustainedInactivity(epochSeconds: seconds).states(angles)
        let day = 86_400 / seconds
        var text = heading
        for start in stride(from: 0, to: angles.count, by: day) {
            let window = Array(angles[start..<min(angles.count, start + day)])
            let found = HDCZA(epochSeconds: seconds).blocks(window)
            for block in arguments.has("--all") ? found.blocks : found.longest.map({ [$0] }) ?? [] {
                text += row((block.lowerBound + start)..<(block.upperBound + start), states, seconds: seconds)
            }
        }
        try Output.write(Array(text.utf8))
    }

    private static func row(_ block: Range<Int>, _ states: [SleepState], seconds: Int) -> String {
        let figures = PeriodFigures(states[block], epochSeconds: seconds)
        return "\(block.lowerBound),\(block.upperBound),\(figures.efficiency),\(figures.totalSleepTime),"
            + "\(figures.wakeAfterSleepOnset),\(figures.awakenings)\n"
    }
}
