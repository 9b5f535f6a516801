import Signals

/// Readings of irregular channels, each with its instant, gathered until there are enough for a batch.
struct SlowReadings {
    private struct Pending {
        var channel: RecordedChannel
        var values: [Float] = []
        var stamps: [Int64] = []
    }

    private let options: DecodeOptions
    private let device: DeviceID
    private let received: Instant
    /// Values by channel, in the order of their first.
    private var pending: [Pending] = []

    /// Values per batch.
    private static let batch = 512

    /// None yet, of `device`, in a file that was read at `received`.
    init(options: DecodeOptions, device: DeviceID, received: Instant) {
        self.options = options
        self.device = device
        self.received = received
    }

    /// The channels of which there was a reading, in order of the first one.
    var channels: [RecordedChannel] { pending.map(\.channel) }

    /// Adds one reading and hands its channel on when there are enough.
    mutating func add(
        _ channel: RecordedChannel, _ values: [Float], at instant: Instant, into sink: inout some RecordingSink
    ) throws {
        // A file has a handful of channels.
        var place = pending.count
        for index in pending.indices where pending[index].channel.channel == channel.channel { place = index }
        if place == pending.count { pending.append(Pending(channel: channel)) }
        guard options.wants(channel.channel) else { return }
        pending[place].values += values
        pending[place].stamps.append(instant.nanoseconds)
        if pending[place].stamps.count >= Self.batch { try send(place, into: &sink) }
    }

    /// Passes the remaining values on.
    mutating func finish(into sink: inout some RecordingSink) throws {
        for place in pending.indices { try send(place, into: &sink) }
    }

    private mutating func send(_ place: Int, into sink: inout some RecordingSink) throws {
        let entry = pending[place]
        guard !entry.stamps.isEmpty else { return }
        pending[place].values = []
        pending[place].stamps = []
        try sink.receive(
            SampleBatch(
                device: device, channel: entry.channel.channel, unit: entry.channel.unit,
                axes: entry.channel.axes.count, values: entry.values, times: .stamped(entry.stamps),
                received: received))
    }
}
