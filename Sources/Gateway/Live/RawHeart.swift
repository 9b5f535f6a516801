import Analysis
import Devices
import Signals

/// The heart of a device that sends a raw electrocardiogram or light and no intervals of its own.
///
/// A device may take seconds until its first interval, so nothing is told of the first ten; from its first interval on
/// the device's own are what counts, for as long as the session lasts, and never both.
struct RawHeart {
    /// Samples that pass before beats are told, in nanoseconds: a device's own intervals would have come by then.
    private static let patience: Int64 = 10_000_000_000
    /// What the quality of a beat, and of the one before it, must exceed for an interval: 95 % of such are right at any noise.
    private static let leastQuality = 0.5

    private var signal: (channel: Channel, beats: SignalBeats)?
    private var since: Instant?
    private var newest: Instant?
    private var hasOwn = false

    /// The channels with a raw heart signal, the better one first.
    private static let kinds: [(channel: Channel, kind: SignalBeats.Kind)] = [
        (Channel(rawValue: "ecg"), .electrocardiogram), (Channel(rawValue: "ppg"), .pulse),
    ]

    /// The channel that beats are counted in; nil before its first sample, and where the device sends intervals.
    var channel: Channel? { signal?.channel }

    /// Starts over; whether the device sends intervals of its own is remembered.
    mutating func forget() { (signal, since) = (nil, nil) }

    /// The channels that are used for beats.
    static var channels: Set<Channel> { Set(kinds.map(\.channel)) }

    /// Takes samples of any channel and gives the beats that they complete.
    mutating func receive(_ batch: SampleBatch) -> [Beat] {
        guard !hasOwn, batch.count > 0, let kind = Self.kinds.firstIndex(where: { $0.channel == batch.channel })
        else { return [] }
        let used = signal.flatMap { signal in Self.kinds.firstIndex { $0.channel == signal.channel } }
        if used.map({ kind < $0 }) ?? true {
            signal = (batch.channel, SignalBeats(Self.kinds[kind].kind))
        } else if used != kind {
            return []
        }
        let start = since ?? batch.times.instant(at: 0)
        since = start
        let found = signal?.beats.receive(batch) ?? []
        return found.compactMap { beat in
            guard let interval = beat.interval, beat.quality > Self.leastQuality,
                beat.time.nanoseconds(since: start) >= Self.patience, newest.map({ beat.time > $0 }) ?? true
            else { return nil }
            newest = beat.time
            return Beat(time: beat.time, rr: interval, isProvisional: true)
        }
    }

    /// Ends for the device's own beats, and takes those out that were told already.
    mutating func yield(to batch: inout BeatBatch) {
        hasOwn = true
        signal = nil
        guard let newest else { return }
        batch.beats.removeAll { $0.time <= newest }
    }
}
