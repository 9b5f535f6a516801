import Analysis
import Signals

/// `nightjar score`.
enum ScoreCommand: Command {
    static let name = "score"
    static let summary = "Score epochs as sleep or wake"
    static let operands = ["FILE"]
    static let options = [
        Option("--algorithm", "NAME", SleepScorer.allCases.map(\.rawValue).joined(separator: ", ")),
        Option("--seconds", "N", "the length of an epoch (60; 5 for van-hees)"),
        Option("--divisor", "D", "cole-kripke: counts per unit of the paper (100, as ActiLife does with ActiGraph's)"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock (UTC)"),
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = [
        "nightjar score week.agd --csv", "nightjar score counts.txt --algorithm sadeh --seconds 60 --csv",
        "nightjar score angles.txt --algorithm van-hees --seconds 5 --csv",
    ]
    static let discussion = """
        FILE is a recorder's: then the rule is the one that its nights are scored by, unless --algorithm names another, on
        its own counts of each minute or the arm's angle of each 5 s, and start_s is each epoch's. Or it is a table with
        one count per line, or for van-hees one angle in degrees; an epoch without a value has no state.
        sadeh and cole-kripke are ActiLife's forms for ActiGraph counts of one minute; sadeh-paper has the published
        threshold. From epochs of 10 or 30 s cole-kripke scores each minute, counted from the first, by the largest of
        its counts with the weights published for them; oakley takes epochs of 15, 30, 60 and 120 s.
        """

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let named = try arguments.value("--algorithm").map { word in
            guard let scorer = SleepScorer(rawValue: word) else {
                let known = SleepScorer.allCases.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("--algorithm is one of \(known), not “\(word)”.")
            }
            return scorer
        }
        let given = try arguments.integer("--seconds", in: 1...3600)
        if let named, let given, !(named.epochSeconds?.contains(given) ?? true) {
            let lengths = (named.epochSeconds ?? []).map(String.init).joined(separator: ", ")
            throw arguments.usage("\(named.rawValue) is published for epochs of \(lengths) s, not of \(given) s.")
        }
        let recorded = try RecordedSeries.read(path, arguments, refused: ["--seconds"])
        guard let scorer = named ?? recorded?.scorer else {
            throw arguments.usage("This is no recorder's file that is known; with a table --algorithm is needed.")
        }
        let seconds = given ?? recorded?.seconds ?? (scorer == .vanHees ? 5 : 60)
        let values = try recorded?.values(asAngles: scorer == .vanHees, for: scorer.rawValue)
        let divisor = try arguments.number("--divisor") ?? 100
        guard divisor > 0 else { throw arguments.usage("--divisor is above 0.") }
        let counts = try values ?? EpochValues.read(path)
        let states = scorer.score(counts, seconds: seconds, divisor: divisor) ?? []
        var text = recorded == nil ? "epoch,state\n" : "epoch,start_s,state\n"
        for (epoch, state) in states.enumerated() {
            let time = recorded.map { "\($0.time(epoch))," } ?? ""
            text += "\(epoch),\(time)\(StateTable.word(state))\n"
        }
        try Output.table(text, arguments)
    }
}
