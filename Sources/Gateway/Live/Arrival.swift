import Devices
import Signals

/// What a device has sent, as it came.
enum Arrival: Sendable {
    /// Samples of any channel but beats, with their times as the driver gave them.
    case samples(SampleBatch)
    case beats(BeatBatch)
    /// Samples whose stamps cannot be.
    case implausible(SampleBatch)
    /// Something that is not to be known: the device is there, and no more.
    case refused

    /// The room that it takes, in samples; a small batch takes as much as one of ``least``.
    var weight: Int {
        switch self {
        case .samples(let batch): max(Self.least, batch.count)
        case .beats(let batch): max(Self.least, batch.beats.count)
        case .implausible, .refused: Self.least
        }
    }

    /// The samples in it, or beats, and their channel; nil for none.
    var samples: (channel: Channel, count: Int)? {
        switch self {
        case .samples(let batch), .implausible(let batch): (batch.channel, batch.count)
        case .beats(let batch): (.rrInterval, batch.beats.count)
        case .refused: nil
        }
    }

    /// The least room that an arrival takes, in samples.
    static let least = 16
}
