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
    private var pending: [Channel: Pending] = [:]
    private var order: [Channel] = []

    /// Readings that are handed on at a time.
    private static let batch = 512

    /// None yet, of `device`, in a file that was read at `received`.
    init(options: DecodeOptions, device: DeviceID, received: Instant) {
        self.options = options
        self.device = device
        self.received = received
    }

    /// The channels of which there was a reading, in order of the first one.
    var channels: [RecordedChannel] { order.compactMap { pending[$0]?.channel } }

    /// Adds one reading and hands its channel on when there are enough.
    mutating func add(
        _ channel: RecordedChannel, _ values: [Float], at instant: Instant, into sink: inout some RecordingSink
    ) throws {
        if pending[channel.channel] == nil {
            pending[channel.channel] = Pending(channel: channel)
            order.append(channel.channel)
        }
        guard options.wants(channel.channel) else { return }
        pending[channel.channel]?.values += values
        pending[channel.channel]?.stamps.append(instant.nanoseconds)
        if pending[channel.channel]?.stamps.count ?? 0 >= Self.batch { try send(channel.channel, into: &sink) }
    }

    /// Hands on what is left.
    mutating func finish(into sink: inout some RecordingSink) throws {
        for channel in order { try send(channel, into: &sink) }
    }

    private mutating func send(_ channel: Channel, into sink: inout some RecordingSink) throws {
        guard let entry = pending[channel], !entry.stamps.isEmpty else { return }
        pending[channel]?.values = []
        pending[channel]?.stamps = []
        try sink.receive(
            SampleBatch(
                device: device, channel: channel, unit: entry.channel.unit, axes: entry.channel.axes.count,
                values: entry.values, times: .stamped(entry.stamps), received: received))
    }
}
