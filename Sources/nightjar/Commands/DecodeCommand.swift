import Documents
import Recordings
import Runtime
import Signals

/// `nightjar decode`.
enum DecodeCommand: Command {
    static let name = "decode"
    static let summary = "Show what a recorder's file holds, or print one of its channels"
    static let operands = ["FILE"]
    static let options = [
        Option.json,
        Option("--csv", nil, "print a channel as a table on standard output"),
        Option("--channel", "NAME", "the channel to print; the main motion channel by default"),
        Option("--start", "S", "the first time to print, in seconds since 1970"),
        Option("--end", "S", "the time before which to stop printing"),
        Option("--zone", "AREA/CITY", "the zone of the recorder's clock; UTC by default"),
        TableColumns.option, DataFolder.option,
    ]
    static let examples = [
        "nightjar decode night.cwa --json",
        "nightjar decode night.cwa --csv --channel temperature --zone Europe/Berlin",
        "nightjar decode --csv - < night.cwa.gz > night.csv",
    ]
    static var discussion: String {
        "Files are known by their content:\n" + RecordingFormats.all.map { "  \($0.title)\n" }.joined()
            + "also as .gz and as .zip with one file.\n"
            + "Damage is no failure: what can be read is printed, and the losses are told."
    }

    /// A sink that discards everything.
    private struct Nothing: RecordingSink {
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) {}
    }

    static func run(_ arguments: Arguments) async throws {
        let isTable = arguments.has("--csv")
        guard !(isTable && arguments.has("--json")) else {
            throw arguments.usage("--json and --csv exclude each other.")
        }
        for option in ["--channel", "--start", "--end"] where arguments.value(option) != nil && !isTable {
            throw arguments.usage("\(option) goes with --csv.")
        }
        let zone = try arguments.value("--zone").map { try Zone.named($0) } ?? .utc
        let channel = arguments.value("--channel").map { Channel(rawValue: $0) }
        let (start, end) = (try arguments.number("--start"), try arguments.number("--end"))
        let file = try RecordingFile.open(path: arguments.operands[0])
        let bar = ProgressBar("Decoding \(file.name)")
        defer { bar.finish() }
        var options = DecodeOptions(
            zone: zone, columns: try TableColumns.map(of: file, arguments),
            isZoneGiven: arguments.value("--zone") != nil
        ) { fraction in bar.update(fraction) }
        guard isTable else {
            var sink = Nothing()
            let text = SummaryText(summary: try RecordingFormats.decode(file, options: options, into: &sink))
            bar.finish()
            return try Output.line(arguments.has("--json") ? text.json : text.lines.joined(separator: "\n"))
        }
        if let channel { options.channels = [channel] }
        var table = ChannelTable(channel: channel, start: start, end: end)
        let summary = try RecordingFormats.decode(file, options: options, into: &table)
        try table.finish()
        bar.finish()
        for loss in summary.losses.prefix(20) { Output.note("\(loss.cause.rawValue): \(loss.detail)") }
        if summary.losses.count > 20 { Output.note("and \(summary.losses.count - 20) more losses; --json tells all.") }
    }
}
