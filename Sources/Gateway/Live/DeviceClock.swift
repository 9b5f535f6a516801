import Signals

/// Whether what a live device sends can be of the time that its stamps say, judged by when the host had it. A device
/// that has lost its clock says 1970 or anything else, and a night of that day would be a lie.
///
/// The past is open for a day, as devices hand over what they kept while out of reach; the future for an hour, as
/// clocks drift.
struct DeviceClock {
    /// How long after its stamp a sample may come, in seconds.
    static let past: Int64 = 86_400
    /// How long before its stamp a sample may come, in seconds.
    static let future: Int64 = 3600
    /// Between two reports of the same trouble, in seconds.
    private static let interval = 60.0

    private var refused: [Channel: Loss] = [:]
    private var reported: Instant?

    /// Whether both ends of a batch lie in a possible time.
    static func isPlausible(_ batch: SampleBatch) -> Bool {
        guard batch.count > 0 else { return true }
        return isPlausible(batch.times.instant(at: 0), received: batch.received)
            && isPlausible(batch.times.instant(at: batch.count - 1), received: batch.received)
    }

    /// Whether a sample of `instant` can have been received at `received`.
    static func isPlausible(_ instant: Instant, received: Instant) -> Bool {
        let (ahead, overflow) = instant.nanoseconds.subtractingReportingOverflow(received.nanoseconds)
        return !overflow && (-past * 1_000_000_000...future * 1_000_000_000).contains(ahead)
    }

    /// Counts samples that are not used; as their own stamps are wrong, the loss is dated by their arrival.
    mutating func refuse(_ count: Int, _ channel: Channel, received: Instant) {
        var loss =
            refused[channel]
            ?? Loss(
                .clockStep, count: 0, unit: .samples, first: received, channel: channel,
                detail: "the device's clock is wrong: its stamps are too far from when they came")
        loss.count += Double(count)
        loss.end = received
        refused[channel] = loss
    }

    /// The losses since the last report, at most once a minute unless `due`.
    mutating func report(at now: Instant, due: Bool = false) -> [Loss] {
        guard !refused.isEmpty else { return [] }
        if !due, let reported, (0..<Self.interval).contains(now.seconds(since: reported)) { return [] }
        reported = now
        defer { refused = [:] }
        return refused.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }
}
