import Epochs
import Gateway
import Recordings
import Signals

/// Raw acceleration to be read, more than once if need be: a recorder's file or a table.
struct MotionSource {
    let file: RecordingFile
    private let zone: Zone
    private let rate: Double?
    private let isTable: Bool

    /// Opens `path`.
    /// - Throws: `Failure` where it is neither a recorder's file nor a table, or `--rate` was given with a file that
    ///   has its own.
    init(path: String, zone: Zone, rate: Double?, for arguments: Arguments) throws {
        file = try RecordingFile.open(path: path)
        try TableColumns.load(arguments)
        (self.zone, self.rate) = (zone, rate)
        do {
            _ = try RecordingFormats.format(of: file)
            isTable = false
        } catch {
            // No recorder's file: perhaps a table.
            guard AccelerationTable.recognizes(try file.head(4096)) else { throw error }
            isTable = true
        }
        guard isTable || rate == nil else {
            throw arguments.usage("--rate goes with a table; a recorder's file has its own.")
        }
    }

    /// Hands all samples to `sink` and returns what was lost.
    func read(into sink: inout some RecordingSink) throws -> [Loss] {
        guard !isTable else {
            var table = try AccelerationTable(file, rate: rate)
            try table.read(into: &sink)
            return file.losses
        }
        let bar = ProgressBar("reading \(file.name)")
        defer { bar.finish() }
        var options = DecodeOptions(zone: zone) { fraction in bar.update(fraction) }
        options.channels = [.acceleration]
        return try RecordingFormats.decode(file, options: options, into: &sink).losses
    }

    /// The failure when the input has no motion.
    var empty: Failure {
        let format = isTable ? nil : try? RecordingFormats.format(of: file)
        let instead =
            format?.keepsEpochs == true
            ? " Its recorder kept epochs of its own: `nightjar decode FILE --csv` prints them." : ""
        return Failure(.failed, "\(file.name) holds no acceleration.\(instead)")
    }

    /// Looks at all samples for still windows.
    /// - Throws: `Failure` where there are none.
    func survey() throws -> StillnessSurvey {
        var sink = StillnessSink()
        _ = try read(into: &sink)
        sink.found.finish()
        guard sink.hasSamples else { throw empty }
        return sink.found
    }
}
