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
    /// What waits to be handed on; nil where nothing waits.
    private var held: [(RecordingImport) throws -> Void]?
    /// About how many numbers wait.
    private(set) var heldCount = 0

    /// - Parameters:
    ///   - recording: where everything goes.
    ///   - person: who brings the file; nil for the box itself.
    ///   - zone: whose days nights are.
    ///   - survey: a first look at the recording; nil for none.
    ///   - isHeld: whether nothing is handed on until ``release()``.
    init(
        into recording: RecordingImport, by person: Person.ID?, zone: Zone, survey: RecordingSurvey?,
        isHeld: Bool = false
    ) {
        self.recording = recording
        self.person = person
        nights = RecordingNights(zone: zone, survey: survey)
        held = isHeld ? [] : nil
    }

    /// Hands on what waits, and everything else at once from now on.
    mutating func release() throws {
        let parts = held ?? []
        (held, heldCount) = (nil, 0)
        for part in parts { try part(recording) }
    }

    private mutating func put(_ count: Int, _ part: @escaping (RecordingImport) throws -> Void) throws {
        guard held != nil else { return try part(recording) }
        held?.append(part)
        heldCount += count
    }

    mutating func begin(_ header: RecordingHeader) throws {
        nights.begin(header)
        let device = header.device.deviceID.brought(by: person)
        try put(1) { try $0.register(header.device, as: device, seen: WallClock().now) }
    }

    mutating func receive(_ batch: SampleBatch) throws {
        nights.receive(batch)
        // Raw signals are given again by the bytes of the file, which are kept.
        if Self.isRaw(batch) { return try takeEpochs() }
        var batch = batch
        batch.device = batch.device.brought(by: person)
        try put(batch.values.count + 40) { [batch] in try $0.append(batch) }
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
        if !epochs.isEmpty { try put(epochs.count * 40) { try $0.append(epochs, device: device) } }
        if !losses.isEmpty { try put(losses.count * 40) { try $0.append(losses, device: device) } }
    }
}
