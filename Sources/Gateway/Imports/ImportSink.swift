import Analysis
import Recordings
import Runtime
import Signals
import Store

/// Takes what a decoder finds through aggregation into an import, the same way that live samples go.
struct ImportSink: RecordingSink {
    private let recording: RecordingImport
    /// What the nights are found with.
    var nights: RecordingNights

    init(into recording: RecordingImport, zone: Zone, survey: RecordingSurvey?) {
        self.recording = recording
        nights = RecordingNights(zone: zone, survey: survey)
    }

    mutating func begin(_ header: RecordingHeader) throws {
        nights.begin(header)
        try recording.register(header.device, seen: WallClock().now)
    }

    mutating func receive(_ batch: SampleBatch) throws {
        nights.receive(batch)
        // Raw signals are given again by the bytes of the file, which are kept.
        if Self.isRaw(batch) { try takeEpochs() } else { try recording.append(batch) }
    }

    /// Whether the samples are those of a sensor that is read several times a second.
    private static func isRaw(_ batch: SampleBatch) -> Bool {
        if batch.channel == .acceleration || batch.channel == .angularVelocity { return true }
        if case .uniform(let line) = batch.times { return line.hertz > 4 }
        return false
    }

    /// Closes the last epochs.
    mutating func finish() throws {
        nights.finish()
        try takeEpochs()
    }

    private mutating func takeEpochs() throws {
        guard let device = nights.header?.device.deviceID else { return }
        let (epochs, losses) = nights.takeEpochs()
        if !epochs.isEmpty { try recording.append(epochs, device: device) }
        if !losses.isEmpty { try recording.append(losses, device: device) }
    }
}
