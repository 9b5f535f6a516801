import Analysis
import Signals

/// `nightjar correct`.
enum CorrectCommand: Command {
    static let name = "correct"
    static let summary = "Correct missed, extra and displaced beats in a list of intervals"
    static let operands = ["RR"]
    static let options = [
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = ["nightjar correct rr.txt --csv", "nightjar correct --csv - < rr.txt"]
    static let discussion = """
        RR holds one interval per line, in ms. `index` is the place of the interval in the input: a missed beat gives
        two rows of one index, an extra beat takes the next index away, and an interval that no heart can have is
        left out. `label` says why a row was changed, or `normal`.
        """

    static func run(_ arguments: Arguments) async throws {
        let intervals = try IntervalTable.read(arguments.operands[0])
        let corrected = ArtefactCorrection.correct(intervals)
        var text = "index,rr_ms,label\n"
        for interval in corrected {
            let label = interval.label == .afterGap ? .normal : interval.label
            text += "\(interval.index),\(interval.rr),\(label.rawValue)\n"
        }
        try Output.table(text, arguments)
        let left = ArtefactCorrection.labels(intervals).count { $0 == .implausible }
        if left > 0 { Output.note("\(left) intervals that no heart can have were left out.") }
    }
}
