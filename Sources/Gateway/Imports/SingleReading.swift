import Epochs
import Recordings
import Signals
import Synchronization

/// How far a decoder is, for whoever takes its samples.
final class DecodeProgress: Sendable {
    private let state = Mutex(0.0)

    /// The part of the file that was read, 0 ... 1.
    var fraction: Double {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Takes a recording into an import in one reading. What calibrates raw acceleration is known at its end only, so this is for
/// recordings too short to be calibrated, and for those without any; what it finds is held back until then.
struct SingleReading: RecordingSink {
    /// The recording must be looked at before it is taken, or is about to hold more back than is good for a gateway's memory.
    struct TooLong: Error {}

    /// Numbers that are held back at most: some 16 MB.
    private static let mostHeld = 4_000_000
    /// An expected length from which the second reading is begun at once, in hours: safely above those from which it is needed.
    private static let expectedHours = RecordingSurvey.leastHours * 1.25

    private let keepsEpochs: Bool
    private let progress: DecodeProgress
    private var sink: ImportSink
    private var still = StillnessSink()
    private var isRaw = false

    /// - Parameters:
    ///   - format: the recording's.
    ///   - progress: how far its decoder is.
    ///   - sink: what takes it in, holding everything back.
    init(of format: any RecordingFormat.Type, _ progress: DecodeProgress, into sink: ImportSink) {
        (keepsEpochs, self.progress, self.sink) = (format.keepsEpochs, progress, sink)
    }

    mutating func begin(_ header: RecordingHeader) throws {
        isRaw = !keepsEpochs && RecordingSurvey.looks(at: header)
        try sink.begin(header)
        if !isRaw { try sink.release() }
    }

    mutating func receive(_ batch: SampleBatch) throws {
        if isRaw {
            still.receive(batch)
            let (hours, part) = (still.seconds / 3600, progress.fraction)
            guard hours < RecordingSurvey.leastHours, sink.heldCount < Self.mostHeld,
                part < 0.01 || hours < Self.expectedHours * part
            else { throw TooLong() }
        }
        try sink.receive(batch)
    }

    /// Ends the last epochs and hands everything on.
    /// - Returns: what took the recording in, and what a look at it found; nil for one without raw acceleration.
    mutating func finish() throws -> (ImportSink, RecordingSurvey?) {
        var survey: RecordingSurvey?
        if isRaw {
            still.found.finish()
            survey = RecordingSurvey(still.found, hours: still.seconds / 3600)
            guard survey?.accepted == nil else { throw TooLong() }
        }
        try sink.finish()
        try sink.release()
        return (sink, survey)
    }
}
