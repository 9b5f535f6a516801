import Analysis
import Signals

/// Where rows come from: the live link of a device, or a recording that is being imported.
enum Origin: Hashable, Sendable {
    case live
    case recording(RecordingID)
}

/// One thing to be kept, on its way to the writer.
enum Entry: Sendable {
    case device(DeviceID, DeviceIdentity, isSynthetic: Bool, isPreview: Bool?, at: Instant)
    case batch(SampleBatch)
    case block(SealedBlock, Origin)
    case beats([Beat], DeviceID, Origin)
    case epochs([Epoch], DeviceID, Origin)
    case losses([Loss], DeviceID, Origin, at: Instant)
    case readings([LoadReading], DeviceID)
    case nights([Night], DeviceID, Origin, at: Instant)
    case chunk(RecordingID, start: Int, size: Int, body: [UInt8])
    case abandon(RecordingID, StoredRecording.State, String?)
    /// Anything else that must happen on the one writing connection.
    case job(Job)

    /// About how many bytes the entry holds in memory.
    var size: Int {
        switch self {
        case .device: 256
        case .batch(let batch):
            if case .stamped(let stamps) = batch.times {
                160 + batch.values.count * 4 + stamps.count * 8
            } else {
                160 + batch.values.count * 4
            }
        case .block(let block, _): 160 + block.body.count
        case .beats(let beats, _, _): 64 + beats.count * MemoryLayout<Beat>.stride
        case .epochs(let epochs, _, _): 64 + epochs.count * MemoryLayout<Epoch>.stride
        case .losses(let losses, _, _, _): 64 + losses.count * 256
        case .readings(let readings, _): 64 + readings.count * 1024
        case .nights(let nights, _, _, _): nights.reduce(64) { $0 + 4096 + $1.states.count + $1.losses.count * 256 }
        case .chunk(_, _, _, let body): 64 + body.count
        case .abandon, .job: 64
        }
    }

    /// The live device concerned; nil for imports and jobs.
    var liveDevice: DeviceID? {
        switch self {
        case .device(let device, _, _, _, _): device
        case .batch(let batch): batch.device
        case .readings(_, let device), .nights(_, let device, .live, _): device
        case .beats(_, let device, .live), .epochs(_, let device, .live), .losses(_, let device, .live, _): device
        default: nil
        }
    }

    /// The import that the entry is a part of; nil for live entries and jobs.
    var recording: RecordingID? {
        switch self {
        case .block(_, .recording(let id)), .beats(_, _, .recording(let id)), .epochs(_, _, .recording(let id)),
            .losses(_, _, .recording(let id), _), .nights(_, _, .recording(let id), _), .chunk(let id, _, _, _):
            id
        default: nil
        }
    }

    /// The latest instant that a live entry reaches; nil where that says nothing.
    var latest: Instant? {
        switch self {
        case .batch(let batch): batch.extent?.upperBound
        case .beats(let beats, _, .live): beats.map(\.time).max()
        default: nil
        }
    }

    /// The loss when the entry is dropped; nil when it holds no measured data.
    var asLoss: (channel: Channel?, loss: Loss)? {
        switch self {
        case .batch(let batch):
            guard let extent = batch.extent else { return nil }
            let loss = Loss(
                .overflow, count: Double(batch.count), unit: .samples, first: extent.lowerBound,
                end: extent.upperBound, channel: batch.channel)
            return (batch.channel, loss)
        case .beats(let beats, _, _):
            let times = beats.map(\.time)
            let loss = Loss(
                .overflow, count: Double(beats.count), unit: .samples, first: times.min(), end: times.max(),
                channel: .rrInterval)
            return (.rrInterval, loss)
        case .epochs(let epochs, _, _):
            let loss = Loss(
                .overflow, count: Double(epochs.reduce(0) { $0 + $1.seconds }), unit: .seconds,
                first: epochs.map(\.start).min(), end: epochs.map(\.end).max())
            return (nil, loss)
        default: return nil
        }
    }
}
