import Recordings
import Signals

/// Counts of one minute each, from a list or from a recorder's file.
enum MinuteCounts {
    /// Reads them; NaN for a minute without a count.
    /// - Throws: `Failure` when there are none, or the file's epochs do not make up minutes.
    static func read(_ path: String) throws -> [Double] {
        guard path != "-" else { return try EpochValues.read(path) }
        let file = try RecordingFile.open(path: path)
        do { _ = try RecordingFormats.format(of: file) } catch { return try EpochValues.read(path) }
        var sink = Sink()
        _ = try RecordingFormats.decode(file, options: DecodeOptions(channels: [.counts]), into: &sink)
        guard let first = sink.sums.keys.min(), let last = sink.sums.keys.max(), last - first < 10_000_000 else {
            throw Failure(
                .failed,
                "\(file.name) holds no counts; make them with `nightjar epochs FILE --seconds 60 --metrics count_y`.")
        }
        return (first...last).map { sink.sums[$0] ?? .nan }
    }

    /// Whether a recorder's file says that it has counts; nil for a table.
    static func isHeld(by path: String) throws -> Bool? {
        guard path != "-" else { return nil }
        let file = try RecordingFile.open(path: path)
        do { _ = try RecordingFormats.format(of: file) } catch { return nil }
        var sink = Sink()
        return try RecordingFormats.decode(file, options: DecodeOptions(channels: [.counts]), into: &sink)
            .header.channels.contains { $0.channel == .counts }
    }

    private struct Sink: RecordingSink {
        /// Sums by the minute since 1970.
        var sums: [Int64: Double] = [:]

        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) {
            guard batch.channel == .counts else { return }
            for index in 0..<batch.count {
                let instant = batch.times.instant(at: index).nanoseconds
                let minute = Int64((Double(instant) / 60e9).rounded(.down))
                sums[minute, default: 0] += Double(batch.values[index * batch.axes])
            }
        }
    }
}
