import Analysis
import Recordings
import Runtime
import Signals
import Store

/// Takes what a decoder finds through aggregation into an import, the same way that live samples go.
struct ImportSink: RecordingSink {
    private let recording: RecordingImport
    /// The person who imports the file; nil for the gateway itself.
    private let person: Person.ID?
    /// Finds the nights of the recording.
    var nights: RecordingNights

    init(into recording: RecordingImport, by person: Person.ID?, zone: Zone, survey: RecordingSurvey?) {
        self.recording = recording
        self.person = person
        nights = RecordingNights(zone: zone, survey: survey)
    }

    mutating func begin(_ header: RecordingHeader) throws {
        nights.begin(header)
        try recording.register(header.device, as: header.device.deviceID.brought(by: person), seen: WallClock().now)
    }

    mutating func receive(_ batch: SampleBatch) throws {
        nights.receive(batch)
        // Raw signals are given again by the bytes of the file, which are kept.
        if Self.isRaw(batch) { return try takeEpochs() }
        var batch = batch
        batch.device = batch.device.brought(by: person)
        try recording.append(batch)
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
        guard let device = nights.header?.device.deviceID.brought(by: person) else { return }
        let (epochs, losses) = nights.takeEpochs()
        if !epochs.isEmpty { try recording.append(epochs, device: device) }
        if !losses.isEmpty { try recording.append(losses, device: device) }
    }
}
