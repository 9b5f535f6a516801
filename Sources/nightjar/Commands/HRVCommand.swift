import Analysis
import Runtime
import Signals

/// `nightjar hrv`.
enum HRVCommand: Command {
    static let name = "hrv"
    static let summary = "Compute heart rate variability of a list of beat intervals"
    static let operands = ["RR"]
    static let options = [
        Option.json, Option("--correct", nil, "correct artefacts first (see `nightjar correct`)"),
    ]
    static let examples = ["nightjar hrv rr.txt --json", "nightjar hrv --json --correct - < rr.txt"]
    static let discussion = """
        RR holds one interval per line, in ms. Results are in ms, `hr` is per minute, `pnn50` in percent of the
        differences. What needs more intervals than there are is null.
        """

    static func run(_ arguments: Arguments) async throws {
        let intervals = try IntervalTable.read(arguments.operands[0])
        let corrected = arguments.has("--correct") ? ArtefactCorrection.correct(intervals) : nil
        let measures =
            if let corrected {
                HeartRateVariability(corrected.map(\.rr), follows: corrected.map(\.follows))
            } else {
                HeartRateVariability(intervals)
            }
        guard let measures else { throw arguments.usage("No interval is left after correction.") }
        guard arguments.has("--json") else { return try Output.line(text(measures)) }
        try Output.line(json(measures, changed: corrected.map(changes)))
    }

    private static func fields(_ measures: HeartRateVariability) -> [(name: String, value: Double?)] {
        [
            ("mean_nn", measures.meanNN), ("median_nn", measures.medianNN), ("sdnn", measures.sdnn),
            ("rmssd", measures.rmssd), ("ln_rmssd", measures.lnRMSSD), ("sdsd", measures.sdsd),
            ("pnn50", measures.pNN50), ("pnn20", measures.pNN20), ("hr", measures.heartRate), ("sd1", measures.sd1),
            ("sd2", measures.sd2),
        ]
    }

    private static func json(_ measures: HeartRateVariability, changed: Int?) -> String {
        var json = JSONText()
        json.object { json in
            json.field("n", measures.count)
            for field in fields(measures) { json.field(field.name, field.value) }
            if let changed { json.field("changed", changed) }
        }
        return json.string
    }

    private static func text(_ measures: HeartRateVariability) -> String {
        let lines = fields(measures).map { "\($0.name): \($0.value.map(String.init(describing:)) ?? "unknown")" }
        return (["n: \(measures.count)"] + lines).joined(separator: "\n")
    }

    private static func changes(_ corrected: [ArtefactCorrection.Interval]) -> Int {
        corrected.count { $0.label != .normal && $0.label != .afterGap }
    }
}
