import Analysis
import Signals

/// `nightjar score`.
enum ScoreCommand: Command {
    static let name = "score"
    static let summary = "Score epochs as sleep or wake"
    static let operands = ["COUNTS"]
    static let options = [
        Option("--algorithm", "NAME", SleepScorer.allCases.map(\.rawValue).joined(separator: ", ")),
        Option("--seconds", "N", "the length of an epoch (60; 5 for van-hees)"),
        Option("--divisor", "D", "cole-kripke: counts per unit of the paper (100, as ActiLife does with ActiGraph's)"),
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = [
        "nightjar score counts.txt --algorithm sadeh --seconds 60 --csv",
        "nightjar score angles.txt --algorithm van-hees --seconds 5 --csv",
    ]
    static let discussion = """
        COUNTS holds one count per line, or for van-hees one angle in degrees; an epoch without a value has no state.
        sadeh and cole-kripke are ActiLife's forms for ActiGraph counts of one minute; sadeh-paper has the published
        threshold. From epochs of 10 or 30 s cole-kripke scores each minute, counted from the first, by the largest of
        its counts with the weights published for them; oakley takes epochs of 15, 30, 60 and 120 s.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let word = arguments.value("--algorithm") else { throw arguments.usage("--algorithm is needed.") }
        guard let scorer = SleepScorer(rawValue: word) else {
            let known = SleepScorer.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("--algorithm is one of \(known), not “\(word)”.")
        }
        let seconds = try arguments.integer("--seconds", in: 1...3600) ?? (scorer == .vanHees ? 5 : 60)
        guard scorer.epochSeconds?.contains(seconds) ?? true else {
            let lengths = (scorer.epochSeconds ?? []).map(String.init).joined(separator: ", ")
            throw arguments.usage("\(word) is published for epochs of \(lengths) s, not of \(seconds) s.")
        }
        let divisor = try arguments.number("--divisor") ?? 100
        guard divisor > 0 else { throw arguments.usage("--divisor is above 0.") }
        let counts = try EpochValues.read(arguments.operands[0])
        let states = scorer.score(counts, seconds: seconds, divisor: divisor) ?? []
        var text = "epoch,state\n"
        for (epoch, state) in states.enumerated() { text += "\(epoch),\(StateTable.word(state))\n" }
        try Output.table(text, arguments)
    }
}
