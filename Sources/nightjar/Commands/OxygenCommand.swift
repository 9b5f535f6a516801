import Analysis
import Documents
import Gateway
import Runtime
import Signals

/// `nightjar oxygen`.
enum OxygenCommand: Command {
    static let name = "oxygen"
    static let summary = "Tell what the oxygen saturation of a night comes to"
    static let operands = ["TABLE"]
    static let options = [Option.json]
    static let examples = ["nightjar oxygen night.csv --json", "nightjar oxygen - < night.csv"]
    static let discussion = """
        TABLE holds a time in seconds and a saturation in percent in each row, columns `time_s` and `value` where it has a
        heading; a value holds until the next, for a minute at most. A desaturation begins 3 (odi3) or 4 (odi4) points
        below the mean of the two minutes before, lasts at least 10 s, and ends within a point of it; indices are per
        recorded hour. The nadir is the least saturation that was held for 3 s. Half an hour is needed. These are figures
        of a recording and no diagnosis.
        """

    static func run(_ arguments: Arguments) async throws {
        let table = try NumberTable(path: arguments.operands[0])
        guard let time = table.column("time_s", at: 0), let value = table.column("value", at: 1) else {
            throw arguments.usage("\(table.name) has no columns time_s and value.")
        }
        var samples: [(time: Double, saturation: Double)] = []
        for row in 0..<table.count {
            guard let seconds = table.value(row, time), seconds.isFinite else { continue }
            samples.append((seconds, table.value(row, value) ?? .nan))
        }
        samples.sort { $0.time < $1.time }
        guard let seconds = OxygenNight.seconds(samples), let night = OxygenNight(seconds) else {
            throw Failure(
                .failed,
                "\(table.name) holds less than half an hour of saturations from 50 to 100 %, or more than two days.")
        }
        let named: [(String, Double)] = [
            ("recorded_h", night.recordedHours), ("mean_percent", night.mean), ("nadir_percent", night.nadir),
            ("below_90_min", night.minutesBelow90), ("odi3_per_h", night.odi3), ("odi4_per_h", night.odi4),
            ("desaturations3", Double(night.desaturations3)), ("desaturations4", Double(night.desaturations4)),
        ]
        guard arguments.has("--json") else {
            return try Output.line(
                named.map { "\($0.0): \(($0.1 * 100).rounded() / 100)" }.joined(separator: "\n"))
        }
        var json = JSONText()
        json.object { json in for (name, value) in named { json.field(name, value) } }
        try Output.line(json.string)
    }
}
