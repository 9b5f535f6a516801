import Analysis
import Documents
import Runtime
import Signals

/// `nightjar hrv`.
enum HRVCommand: Command {
    static let name = "hrv"
    static let summary = "Compute heart rate variability of a list of beat intervals"
    static let operands = ["RR"]
    static let options = [
        Option.json, Option("--correct", nil, "correct artefacts first (see `nightjar correct`)"),
        Option("--any-length", nil, "give every value, also of a series too short for it"),
    ]
    static let examples = ["nightjar hrv rr.txt --json", "nightjar hrv --json --correct - < rr.txt"]
    static let discussion = """
        RR holds one interval per line, in ms. Results are in ms, powers in ms², `hr` and `respiration` per minute,
        `pnn50` in percent of the differences. `vlf lf hf` are Welch's; `lomb` has them without interpolation.
        `dfa_a1` has boxes of 4 to 11 beats that overlap, `dfa_a1_peng` of 4 to 16 that do not.

        What needs a longer series than there is, is null, and `reasons` says why: 60 s for HF and respiration, 120 s
        for LF and DFA, 300 s for VLF, 200 beats for sample entropy. `sd1` and what comes before it is always given.
        """

    static func run(_ arguments: Arguments) async throws {
        let intervals = try IntervalTable.read(arguments.operands[0])
        let corrected = arguments.has("--correct") ? ArtefactCorrection.correct(intervals) : nil
        let report = RhythmReport(
            corrected?.map(\.rr) ?? intervals, follows: corrected?.map(\.follows),
            anyLength: arguments.has("--any-length"))
        guard let report else { throw arguments.usage("No interval is left after correction.") }
        let changed = corrected.map { $0.count { $0.label != .normal && $0.label != .afterGap } }
        try Output.line(
            arguments.has("--json")
                ? HeartRhythmText.json(report, changed: changed) : HeartRhythmText.lines(report, changed: changed))
    }
}
