public import Signals

/// Turns the samples of one device into epochs of several lengths, as they come: live in small batches, or from a file
/// in large ones, with the same bits for the same samples.
///
/// ```swift
/// var aggregator = EpochAggregator(EpochConfiguration(lengths: [5, 60], zone: zone))
/// for batch in batches {
///     aggregator.add(batch)
///     aggregator.drain { epoch in … }
/// }
/// aggregator.finish()
/// aggregator.drain { epoch in … }
/// let losses = aggregator.drainLosses()
/// ```
///
/// ## Rules
///
/// - **Place.** A sample belongs to the second, and so to the epochs, in which its stamp lies. Epochs lie on multiples
///   of their length since 1970 in local time of the configured zone.
/// - **Gaps.** An epoch of fewer samples than its rate promises says so by `samples`. An epoch without any sample or
///   heart reading is not given out.
/// - **Order.** Samples may come out of order by up to the lateness. A second closes when a sample of any stream, or
///   ``advance(to:)``, is past its end by the lateness; an epoch comes out 3 s of the same clock later, because the angle
///   is taken from medians that reach that far. Samples of a closed second are dropped and counted as `late`.
/// - **Duplicates and overlaps.** A sample whose instant has been seen already is dropped and counted as `duplicate`;
///   the first one stays.
/// - **Clock steps.** Stamps that go back by more than the step threshold, or lie further than the tolerance from when
///   the host had them, are a step of the clock. A step back ends the segment: its open epochs come out as they are.
///   What then lies in time for which epochs are out already is dropped and counted as `clock_step`; no epoch
///   comes out twice. A step forward is a gap.
/// - **Bad values.** A sample with NaN, infinity or more than the believed maximum is dropped and counted as
///   `damaged`. Samples of one second beyond the rate cap are dropped and counted as `overflow`.
/// - **Heart.** A beat counts at its R peak. The rate is 60 000 over the mean RR interval of the beats labelled
///   normal; without any, the mean of the rates that the device gave; without these, there is no heart.
///
/// Memory is bounded by the longest epoch and the fastest second seen, at most the rate cap; once both have been
/// seen nothing is allocated for a batch.
public struct EpochAggregator: Sendable {
    /// The settings of the aggregation.
    public let configuration: EpochConfiguration
    let lateness: Int64
    let stepThreshold: Int64
    let tolerance: Int64?

    /// Seconds that may still receive samples.
    var pending: PendingSeconds
    var pendingHeart = PendingHeart()
    /// Closed seconds that open epochs still need.
    var seconds: SecondRing
    var lanes: [EpochLane]
    /// No lane ends before this second.
    var nextEnd = Int64.max
    var ready: [Epoch] = []
    var losses = LossTally()

    /// Seconds from the first to the last that has anything since the clock last stepped; nil before the first.
    var segment: Range<Int64>?
    /// Seconds of earlier segments, out to the ends of their epochs.
    var coverage = Coverage()
    /// The latest instant seen, in nanoseconds since 1970.
    var watermark = Int64.min
    /// The first second that is not closed.
    var frontier = Int64.min
    /// Seconds before this one have been added to their epochs.
    var completed = Int64.min
    /// The last closed second that has any data.
    var lastSettled = Int64.min
    /// Whether motion has been seen; then the heart may not move the clock back.
    var hasMotion = false

    /// An aggregator for one device.
    public init(_ configuration: EpochConfiguration = EpochConfiguration()) {
        self.configuration = configuration
        lateness = configuration.lateness.nanoseconds
        stepThreshold = configuration.stepThreshold.nanoseconds
        tolerance = configuration.clockTolerance?.nanoseconds
        pending = PendingSeconds(
            seconds: Int(-floorSecond(-lateness)) + 2, maximum: configuration.maximumRate)
        seconds = SecondRing(count: (configuration.lengths.last ?? 1) + 2 * Int(AngleWindow.reach) + 2)
        lanes = configuration.lengths.map { EpochLane(length: $0, zone: configuration.zone) }
    }

    /// Takes a batch of three-axis acceleration in g, or of heart rates per minute. Other channels are left alone.
    public mutating func add(_ batch: SampleBatch) {
        if batch.channel == .acceleration, batch.axes == 3, batch.unit == .standardGravity {
            batch.values.withUnsafeBufferPointer { values in
                addMotion(values, times: batch.times, received: batch.received)
            }
        } else if batch.channel == .heartRate, batch.axes == 1 {
            for index in 0..<batch.count {
                let rate = Double(batch.values[index])
                addHeart(
                    at: batch.times.instant(at: index), value: rate, isBeat: false, channel: .heartRate,
                    isUsable: rate > 0 && rate <= 400, received: batch.received)
            }
        }
    }

    /// Takes heart beats, which the host had at `received`.
    public mutating func add(beats: some Sequence<Beat>, received: Instant? = nil) {
        for beat in beats {
            addHeart(
                at: beat.time, value: beat.label == .normal ? beat.rr : nil, isBeat: true, channel: .rrInterval,
                isUsable: beat.label != .normal || (beat.rr > 0 && beat.rr < .infinity), received: received ?? beat.time
            )
        }
    }

    /// Says that it is `now`: what ended longer than the lateness before comes out even if no sample follows.
    public mutating func advance(to now: Instant) {
        guard segment != nil else { return }
        raise(to: min(max(now.nanoseconds, -Self.farthest), Self.farthest))
    }

    /// Says that nothing follows: all epochs come out, partial ones too.
    public mutating func finish() { endSegment() }

    /// Hands the epochs that are complete to `body`, in the order of their ends, shorter ones first, and forgets them.
    public mutating func drain(_ body: (Epoch) throws -> Void) rethrows {
        for epoch in ready { try body(epoch) }
        ready.removeAll(keepingCapacity: true)
    }

    /// The epochs that are complete, in the order of their ends, shorter ones first, each once.
    public mutating func drain() -> [Epoch] {
        defer { ready.removeAll(keepingCapacity: true) }
        return ready
    }

    /// The losses since the last call, one for each cause and channel.
    public mutating func drainLosses() -> [Loss] { losses.drain() }

    /// Stamps beyond this many nanoseconds on both sides of 1970 (146 years) are no times.
    static let farthest: Int64 = 1 << 62
}
