import Analysis
import Documents
import Epochs
import Recordings
import Runtime
import Signals

/// `nightjar wear`.
enum WearCommand: Command {
    static let name = "wear"
    static let summary = "Find when a recorder was not worn"
    static let operands = ["FILE"]
    static let options = [
        Option("--algorithm", "NAME", "choi, troiano or van-hees"),
        Option("--window", "M", "the shortest non-wear in minutes (choi 90, troiano 60)"),
        Option("--spike", "M", "minutes of movement that are allowed (2)"),
        Option("--around", "M", "choi: minutes of zeros on both sides of such movement (30)"),
        Option("--stop-level", "N", "troiano: a minute with more counts ends non-wear at once (100)"),
        Option("--threshold", "N", "troiano: counts up to this are none (0)"),
        Option("--total-spikes", nil, "troiano: --spike bounds all moving minutes of a non-wear, not those in a row"),
        Option("--rate", "HZ", "van-hees: the samples per second of a table without times"),
        Option("--zone", "AREA/CITY", "van-hees: the zone of the recorder's clock; UTC by default"),
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = [
        "nightjar wear week.gt3x --csv", "nightjar wear minutes.txt --algorithm choi --csv",
        "nightjar wear week.agd --algorithm choi --window 60 --spike 2 --around 30 --csv",
        "nightjar wear week.cwa --algorithm van-hees --csv",
    ]
    static let discussion = """
        FILE is a recorder's: without --algorithm its counts go to choi, raw acceleration to van-hees. Or it is a table.
        For choi and troiano it holds one count per minute and line, or is a recorder's file with counts, which are
        summed up to minutes of its clock; a missing minute ends non-wear. `start,end` are minutes from the first, from
        0 on, the end exclusive. choi is the published rule, ActiLife's default is --window 60; troiano is ActiLife's.
        For van-hees it is raw acceleration as `nightjar epochs` takes it, and `start,end` are seconds since 1970
        (from the first sample for a table without times), on quarters of an hour: hours in which two axes deviate by
        less than 13 mg and range over less than 50 mg. Hours of which less than half was recorded say nothing.
        """

    static func run(_ arguments: Arguments) async throws {
        var text = "start,end\n"
        switch try arguments.value("--algorithm") ?? usual(arguments) {
        case "choi":
            let rule = Choi(
                shortest: try minutes("--window", arguments) ?? 90, spike: try minutes("--spike", arguments) ?? 2,
                around: try minutes("--around", arguments) ?? 30)
            for run in rule.nonWear(try MinuteCounts.read(arguments.operands[0])) {
                text += "\(run.lowerBound),\(run.upperBound)\n"
            }
        case "troiano":
            let rule = Troiano(
                shortest: try minutes("--window", arguments) ?? 60, spike: try minutes("--spike", arguments) ?? 2,
                stopLevel: try arguments.number("--stop-level") ?? 100,
                threshold: try arguments.number("--threshold") ?? 0, isSpikeInRow: !arguments.has("--total-spikes"))
            for run in rule.nonWear(try MinuteCounts.read(arguments.operands[0])) {
                text += "\(run.lowerBound),\(run.upperBound)\n"
            }
        case "van-hees":
            let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
            let source = try MotionSource(
                path: arguments.operands[0], zone: zone, rate: try arguments.number("--rate"), for: arguments)
            for run in StillWear().nonWear(try source.survey()) { text += "\(run.lowerBound),\(run.upperBound)\n" }
        case let word?: throw arguments.usage("--algorithm is choi, troiano or van-hees, not “\(word)”.")
        case nil: throw arguments.usage("This is no recorder's file that is known; with a table --algorithm is needed.")
        }
        try Output.table(text, arguments)
    }

    /// The rule for what a recorder's file holds; nil for a table.
    private static func usual(_ arguments: Arguments) throws -> String? {
        try MinuteCounts.isHeld(by: arguments.operands[0]).map { $0 ? "choi" : "van-hees" }
    }

    private static func minutes(_ option: String, _ arguments: Arguments) throws -> Int? {
        try arguments.integer(option, in: 0...1_000_000)
    }
}
