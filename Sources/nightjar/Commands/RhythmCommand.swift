import Analysis
import Signals

/// `nightjar rhythm`.
enum RhythmCommand: Command {
    static let name = "rhythm"
    static let summary = "Measure the rhythm of rest and activity over whole days"
    static let operands = ["COUNTS"]
    static let options = [
        Option("--seconds", "N", "the length of an epoch; must divide an hour (60)"),
        Option("--start", "YYYY-MM-DDTHH:MM", "the wall time of the first epoch"),
        Option("--sri-algorithm", "NAME", "what scores sleep for the regularity (oakley-40)"),
        Option("--states", "FILE", "sleep or wake of each epoch for the regularity, instead of a score"),
        Option("--threshold", "COUNT", "counts up to this are rest for kra and kar (4)"),
        Option.json,
    ]
    static let examples = [
        "nightjar rhythm counts.txt --seconds 60 --start 2024-03-01T18:30 --json",
        "nightjar rhythm counts.txt --seconds 60 --start 2024-03-01T18:30 --sri-algorithm cole-kripke",
    ]
    static let discussion = """
        COUNTS holds one count per line; an epoch without a value is unknown. All but kra and kar, which take every
        epoch, are of the whole days from the first midnight on: is and iv of hourly means in the population form, l5
        and m10 of the mean day, the cosine of 24 hours on counts and on ln(count + 1), the extended cosine on the
        latter with its epochs at their ends as published. Nothing is made binary but for kra, kar and
        activity_fragmentation: the probability that an epoch with a count is followed by one without. What cannot be
        known is null, with the reason in `reasons`.
        """

    static func run(_ arguments: Arguments) async throws {
        let seconds = try arguments.integer("--seconds", in: 1...3600) ?? 60
        guard 3600 % seconds == 0 else { throw arguments.usage("--seconds must divide an hour; \(seconds) does not.") }
        guard let start = try arguments.wallTime("--start") else { throw arguments.usage("--start is needed.") }
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
        try Output.line(RhythmJSON.text(rhythm, unscored: unscored))
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
