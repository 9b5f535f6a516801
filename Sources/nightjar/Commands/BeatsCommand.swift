import Analysis
import Signals

/// `nightjar beats`.
enum BeatsCommand: Command {
    static let name = "beats"
    static let summary = "Find heart beats in a raw electrocardiogram or light signal"
    static let operands = ["FILE"]
    static let options = [
        Option("--rate", "HZ", "samples per second (100 to 1000; with --ppg from 20)"),
        Option("--ppg", nil, "the signal is light at the skin, not an electrocardiogram"),
        Option("--csv", nil, "print a table on standard output (the usual form)"), Option.json,
    ]
    static let examples = [
        "nightjar beats ecg.csv --rate 130 --csv", "nightjar beats finger.csv --rate 100 --ppg --csv",
    ]
    static let discussion = """
        FILE holds one sample per line, in any unit and either way up; of a table, the column `ecg`, `ppg` or `value`,
        else the last. Prints t_s,rr_ms,quality for each beat: `t_s` in seconds since the first sample, on the R peak
        or, of light, where the pulse rises steepest; `rr_ms` since the beat before, empty for the first; `quality`
        from 0 to 1, low where noise makes the beat or the one before it doubtful.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let rate = try arguments.number("--rate") else {
            throw arguments.usage("Give --rate, in samples per second.")
        }
        let isPulse = arguments.has("--ppg")
        let range = isPulse ? 20.0...4000 : 50.0...4000
        guard range.contains(rate), let line = Timeline(origin: Instant(nanoseconds: 0), hertz: rate) else {
            throw arguments.usage("--rate must be a number from \(Int(range.lowerBound)) to 4000.")
        }
        let values = try samples(arguments.operands[0])
        var beats = SignalBeats(isPulse ? .pulse : .electrocardiogram)
        let device = DeviceID(rawValue: "file")
        var found = beats.receive(
            SampleBatch(
                device: device, channel: Channel(rawValue: isPulse ? "ppg" : "ecg"), unit: .one, values: values,
                times: .uniform(line), received: Instant(nanoseconds: 0)))
        found += beats.finish()
        var text = "t_s,rr_ms,quality\n"
        for beat in found {
            text += "\(beat.time.secondsSince1970),\(beat.interval?.description ?? ""),\(beat.quality)\n"
        }
        try Output.table(text, arguments)
        if found.isEmpty {
            Output.note("No beats were found. Is it \(isPulse ? "light" : "an electrocardiogram") at \(rate) Hz?")
        }
    }

    private static func samples(_ path: String) throws -> [Float] {
        let table = try NumberTable(path: path)
        let named = ["ecg", "ppg", "value"].compactMap { table.header == nil ? nil : table.column($0, at: 0) }.first
        let column = named ?? table.lastColumn
        guard table.count > 0 else { throw Failure(.failed, "\(table.name) holds no samples.") }
        var last: Float = 0
        return (0..<table.count).map { row in
            // A missing sample keeps the place of the others.
            if let value = table.value(row, column) { last = Float(value) }
            return last
        }
    }
}
