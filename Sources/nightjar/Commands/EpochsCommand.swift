import Documents
import Epochs
import Recordings
import Runtime
import Signals

/// `nightjar epochs`.
enum EpochsCommand: Command {
    static let name = "epochs"
    static let summary = "Summarise acceleration in epochs: movement, counts, the angle of the wrist"
    static let operands = ["FILE"]
    static let options = [
        Option("--seconds", "N", "the length of an epoch, 1 to 86400 (60)"),
        Option(
            "--metrics", "LIST",
            "the columns, with commas; \(EpochMetric.standard.map(\.rawValue).joined(separator: ",")) by default"),
        Option("--calibrate", nil, "calibrate by gravity first, where the recording allows it"),
        Option("--csv", nil, "print a table on standard output (the default)"),
        Option.json,
        Option("--rate", "HZ", "the samples per second of a table without times"),
        Option("--range", "G", "mims: the largest value of the recorder, where its file does not say"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock and of the epochs; UTC by default"),
    ]
    static let examples = [
        "nightjar epochs night.cwa --seconds 5 --csv > night.csv",
        "nightjar epochs week.gt3x --seconds 60 --calibrate --metrics count_x,count_y,count_z,vm_count,wear --csv",
        "nightjar epochs walk.csv --rate 100 --seconds 1 --metrics enmo_g,enmoa_g --json",
    ]
    static let discussion = """
        FILE is a recorder's file with raw acceleration, or a table time_s,x,y,z, or x,y,z with --rate; in g.
        Epochs lie on multiples of their length since 1970 in the zone and are named by their start; `samples` tells
        how full one is. A value that cannot be known is empty. Metrics:
          enmo_g          mean of max(|a| - 1, 0)             mad_g     mean of ||a| - mean |a||
          enmoa_g         mean of ||a| - 1|                   hfen_g    mean |a| above 0.2 Hz, no delay
          angle_z_deg     mean angle of the z axis to the horizontal, from 5-second rolling medians
          count_x,y,z     ActiGraph counts (Neishabouri 2022)  vm_count  length of their vector
          activity_index  root of the mean variance of the axes above 0.25 Hz (Bai 2016), in g
          mims            MIMS units, the sum of the axes (John 2019); peaks cut off at the range are restored
          zcm,tat,pim     zero crossings, seconds above 10 mg and integral (g s) of 0.25 to 3 Hz, most active axis
          steps           where there is a rhythm of walking (Straczkiewicz 2023), else 0
          wear            1 worn, 0 not, by raw acceleration (van Hees 2013)
        Counts are the published reference's at 30, 40, … 100 Hz; other rates are brought to the next of these by the
        line between samples, above 100 Hz by means over 10 ms. --calibrate fits the sphere of 1 g (van Hees 2014) and
        applies it to all metrics when it lowers the error below 10 mg, offsets alone where the recorder was not turned
        enough for scales; --json says what was fitted, how far it was turned, and why nothing was applied.
        """

    static func run(_ arguments: Arguments) async throws {
        guard !(arguments.has("--csv") && arguments.has("--json")) else {
            throw arguments.usage("--json and --csv exclude each other.")
        }
        let seconds = try arguments.integer("--seconds", in: 1...86_400) ?? 60
        let metrics = try arguments.value("--metrics").map { try EpochMetric.list($0, for: arguments) }
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
        let range = try arguments.number("--range")
        guard range.map({ $0 > 0 && $0 <= 256 }) ?? true else {
            throw arguments.usage("--range needs a value in g, above 0 and up to 256.")
        }
        let source = try MotionSource(
            path: arguments.operands[0], zone: zone, rate: try arguments.number("--rate"), for: arguments)
        var plan = EpochPlan(
            seconds: seconds, zone: zone, metrics: metrics ?? EpochMetric.standard, isJSON: arguments.has("--json"),
            rate: try arguments.number("--rate"), range: range)
        if arguments.has("--calibrate") || plan.metrics.contains(.wear) {
            let survey = try source.survey()
            if arguments.has("--calibrate") {
                let outcome = Autocalibration.fit(survey)
                if let reason = outcome.reason { Output.note("Not calibrated: \(reason)") }
                if outcome.isAccepted, outcome.model == .offset {
                    Output.note("Calibrated by offsets only: the recorder was not turned enough for scales.")
                }
                plan.calibration = outcome
            }
            if plan.metrics.contains(.wear) { plan.wear = StillWear().states(survey) }
        }
        var table = EpochTable(plan)
        let losses = try source.read(into: &table)
        guard table.hasSamples else { throw source.empty }
        try table.finish(losses)
    }
}
