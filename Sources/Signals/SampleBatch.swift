/// When each sample of a batch was taken, as UTC instants by the best mapping of the device's clock.
public enum SampleTimes: Hashable, Sendable {
    /// Evenly spaced samples.
    case uniform(Timeline)
    /// One instant per sample, in nanoseconds since 1970; for beats and other irregular events.
    case stamped([Int64])

    /// The instant of sample `index`.
    @inlinable
    public func instant(at index: Int) -> Instant {
        switch self {
        case .uniform(let line): line.instant(at: index)
        case .stamped(let stamps): Instant(nanoseconds: stamps[index])
        }
    }
}

/// A run of samples of one channel: what every driver, decoder and replay hands on, and nothing else does.
///
/// A batch carries two clocks. ``times`` is the device's clock mapped to UTC and is what analysis uses;
/// ``deviceTime`` is what the device itself said and ``received`` is when the host had the batch, so that the
/// mapping can be made again.
public struct SampleBatch: Hashable, Sendable {
    /// The device that recorded them.
    public var device: DeviceID
    /// The channel that is measured.
    public var channel: Channel
    /// The unit of ``values``.
    public var unit: SignalUnit
    /// Values per sample: 3 for acceleration, 1 for most others.
    public var axes: Int
    /// `count * axes` values, the axes of one sample beside each other.
    public var values: [Float]
    /// The times of the samples.
    public var times: SampleTimes
    /// The device's own clock at the first sample, in nanoseconds of that clock; nil when it has none.
    public var deviceTime: Int64?
    /// When the host received the batch; for a file, when it was read.
    public var received: Instant
    /// The device's packet counter, unwrapped; nil when it has none.
    public var sequence: Int64?

    /// A batch from its parts; `values.count` must be a multiple of `axes`, and stamps one per sample.
    public init(
        device: DeviceID, channel: Channel, unit: SignalUnit, axes: Int = 1, values: [Float], times: SampleTimes,
        deviceTime: Int64? = nil, received: Instant, sequence: Int64? = nil
    ) {
        precondition(axes > 0 && values.count.isMultiple(of: axes), "values do not fill whole samples")
        if case .stamped(let stamps) = times {
            precondition(stamps.count == values.count / axes, "a stamped batch needs one stamp per sample")
        }
        self.device = device
        self.channel = channel
        self.unit = unit
        self.axes = axes
        self.values = values
        self.times = times
        self.deviceTime = deviceTime
        self.received = received
        self.sequence = sequence
    }

    /// Number of samples.
    @inlinable public var count: Int { values.count / axes }

    /// The samples in `range`, with their own times; the same bits as in the whole.
    public func slice(_ range: Range<Int>) -> SampleBatch {
        var part = self
        part.values = Array(values[(range.lowerBound * axes)..<(range.upperBound * axes)])
        switch times {
        case .uniform(let line): part.times = .uniform(line.dropping(range.lowerBound))
        case .stamped(let stamps): part.times = .stamped(Array(stamps[range]))
        }
        if range.lowerBound > 0 { part.deviceTime = nil }
        return part
    }
}
