import Recordings
import Runtime
import Signals

/// `nightjar epochs`.
enum EpochsCommand: Command {
    static let name = "epochs"
    static let summary = "Sum acceleration up in epochs: movement and the angle of the wrist"
    static let operands = ["FILE"]
    static let options = [
        Option("--seconds", "N", "the length of an epoch, 1 to 86400"),
        Option(
            "--metrics", "LIST",
            "the columns, with commas; \(EpochMetric.standard.map(\.rawValue).joined(separator: ",")) by default"),
        Option("--csv", nil, "print a table on standard output (the default)"),
        Option.json,
        Option("--rate", "HZ", "the samples per second of a table without times"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock and of the epochs; UTC by default"),
    ]
    static let examples = [
        "nightjar epochs night.cwa --seconds 5 --csv > night.csv",
        "nightjar epochs walk.csv --rate 100 --seconds 1 --metrics enmo_g,enmoa_g --json",
    ]
    static let discussion = """
        FILE is a recorder's file with raw acceleration, or a table time_s,x,y,z, or x,y,z with --rate; in g.
        Epochs lie on multiples of their length since 1970 in the zone and are named by their start; `samples` tells
        how full one is. Metrics: enmo_g mean of max(|a| - 1, 0); mad_g mean of ||a| - mean |a||; enmoa_g mean of
        ||a| - 1|; angle_z_deg mean angle of the z axis to the horizontal, from 5-second rolling medians.
        """

    static func run(_ arguments: Arguments) async throws {
        guard !(arguments.has("--csv") && arguments.has("--json")) else {
            throw arguments.usage("--json and --csv exclude each other.")
        }
        guard let seconds = try arguments.integer("--seconds", in: 1...86_400) else {
            throw arguments.usage("`epochs` needs --seconds N.")
        }
        let metrics = try arguments.value("--metrics").map { try EpochMetric.list($0, for: arguments) }
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
        let rate = try arguments.number("--rate")
        let file = try RecordingFile.open(path: arguments.operands[0])
        var table = EpochTable(
            seconds: seconds, zone: zone, metrics: metrics ?? EpochMetric.standard, isJSON: arguments.has("--json"))
        do {
            _ = try RecordingFormats.format(of: file)
        } catch {
            // No recorder's file: perhaps a table.
            guard AccelerationTable.recognizes(try file.head(4096)) else { throw error }
            var text = try AccelerationTable(file, rate: rate)
            try text.read(into: &table)
            return try table.finish(file.losses)
        }
        guard rate == nil else { throw arguments.usage("--rate goes with a table; a recorder's file has its own.") }
        let bar = ProgressBar("reading \(file.name)")
        defer { bar.finish() }
        var options = DecodeOptions(zone: zone) { fraction in bar.update(fraction) }
        options.channels = [.acceleration]
        let summary = try RecordingFormats.decode(file, options: options, into: &table)
        guard table.hasSamples else { throw Failure(.failed, "\(file.name) holds no acceleration.") }
        bar.finish()
        try table.finish(summary.losses)
    }
}
