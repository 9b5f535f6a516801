import API
import Analysis
import Documents
import Gateway
import Recordings
import Signals

/// `nightjar rhythm`.
enum RhythmCommand: Command {
    static let name = "rhythm"
    static let summary = "Measure the rhythm of rest and activity over whole days"
    static let operands = ["FILE"]
    static let options = [
        Option("--seconds", "N", "the length of an epoch; must divide an hour (60)"),
        Option("--start", "YYYY-MM-DDTHH:MM", "the wall time of the first epoch"),
        Option("--zone", "AREA/CITY", "the zone of a recorder's clock and of the days (UTC)"),
        Option("--sri-algorithm", "NAME", "what scores sleep for the regularity (oakley-40)"),
        Option("--states", "FILE", "sleep or wake of each epoch for the regularity, instead of a score"),
        Option("--threshold", "COUNT", "counts up to this are rest for kra and kar (4)"),
        Option.json,
    ]
    static let examples = [
        "nightjar rhythm week.agd --zone Europe/Berlin --json",
        "nightjar rhythm counts.txt --seconds 60 --start 2024-03-01T18:30 --json",
        "nightjar rhythm counts.txt --seconds 60 --start 2024-03-01T18:30 --sri-algorithm cole-kripke",
    ]
    static let discussion = """
        FILE is a recorder's: then its own counts of each minute are taken as its nights take them, or ENMO in mg of raw
        acceleration, without what was not worn; start and length of an epoch are the file's. Or it is a table with one
        count per line, which needs --start: an epoch without a value is unknown. All but kra and kar, which take every
        epoch, are of the whole days from the first midnight on: is and iv of hourly means in the population form, l5
        and m10 of the mean day, the cosine of 24 hours on counts and on ln(count + 1), the extended cosine on the
        latter with its epochs at their ends as published. Nothing is made binary but for kra, kar and
        activity_fragmentation: the probability that an epoch with a count is followed by one without. What cannot be
        known is null, with the reason in `reasons`.
        """

    static func run(_ arguments: Arguments) async throws {
        let seconds = try arguments.integer("--seconds", in: 1...3600) ?? 60
        guard 3600 % seconds == 0 else { throw arguments.usage("--seconds must divide an hour; \(seconds) does not.") }
        let start = try arguments.wallTime("--start")
        if var recorded = try RecordedSeries.recording(
            arguments.operands[0], arguments,
            refused: ["--seconds", "--start", "--states", "--sri-algorithm", "--threshold"])
        {
            guard let rhythm = recorded.sink.rhythm() else {
                let channels = recorded.summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
                throw Failure(
                    .failed,
                    "\(arguments.operands[0]) has no rhythm to measure: it has the channels \(channels), and raw "
                        + "acceleration or counts of at most a minute are needed.")
            }
            guard arguments.has("--json") else {
                if rhythm.days == 0 { Output.note("There is no whole day from midnight to midnight.") }
                return try Output.line(RhythmText.lines(rhythm))
            }
            return try Output.line(RhythmFigures(rhythm).json.string)
        }
        guard let start else {
            throw arguments.usage("This is no recorder's file that is known; with a table --start is needed.")
        }
        let threshold = try arguments.number("--threshold") ?? 4
        let scorer = try scorer(arguments)
        let counts = try EpochValues.read(arguments.operands[0])
        let states = try arguments.value("--states").map { try StateTable.read($0) }
        guard states.map({ $0.count == counts.count }) ?? true else {
            throw arguments.usage("There are \(counts.count) counts and \(states?.count ?? 0) states.")
        }
        let scored = states ?? RhythmStates.score(counts, seconds: seconds, scorer: scorer)
        let rhythm = Rhythm(
            counts, epochSeconds: seconds, secondOfDay: start.secondOfDay, states: scored ?? [],
            restThreshold: threshold)
        guard let rhythm else { throw arguments.usage("--seconds must divide an hour; \(seconds) does not.") }
        let unscored = scored == nil ? "\(scorer.rawValue) has no rule for epochs of \(seconds) s" : nil
        guard arguments.has("--json") else { return try Output.line(RhythmText.lines(rhythm)) }
        try Output.line(RhythmFigures(rhythm, unscored: unscored).json.string)
    }

    private static func scorer(_ arguments: Arguments) throws -> SleepScorer {
        let word = arguments.value("--sri-algorithm") ?? SleepScorer.oakley40.rawValue
        guard let scorer = SleepScorer(rawValue: word), scorer != .vanHees else {
            let known = SleepScorer.allCases.filter { $0 != .vanHees }.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("--sri-algorithm is one of \(known), not “\(word)”.")
        }
        return scorer
    }
}
