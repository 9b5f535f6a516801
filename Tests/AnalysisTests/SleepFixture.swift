import Analysis
import Recordings
import Signals
import TestKit
import Testing

/// Recordings and vendors' tables that the tests of sleep look at.
enum SleepFixture {
    /// Keeps the counts of a recording.
    struct Counts: RecordingSink {
        var epochs: CountEpochs?
        var seconds: Int
        mutating func begin(_ header: RecordingHeader) {
            epochs = CountEpochs(axes: header.channels[0].axes, epochSeconds: seconds)
        }
        mutating func receive(_ batch: SampleBatch) { epochs?.receive(batch) }
    }

    /// The counts of a real recording, read in `zone`.
    static func counts(_ name: String, seconds: Int, zone: Zone = .utc) throws -> CountEpochs {
        var sink = Counts(seconds: seconds)
        let file = try RecordingFile.open(path: TestData.path(name))
        _ = try RecordingFormats.decode(file, options: DecodeOptions(zone: zone), into: &sink)
        return try #require(sink.epochs)
    }

    /// The rows of a CSV file without its heading.
    static func rows(_ name: String, separator: Character = ",") throws -> [[String]] {
        try TestData.text(name).split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        }
    }
}
