import Signals

/// Counts what is dropped, one entry for each cause and channel however often it happens.
struct LossTally {
    private var losses: [Loss] = []

    /// Adds `count` samples between two instants.
    mutating func add(
        _ cause: Loss.Cause, _ channel: Channel, count: Int, unit: Loss.Unit = .samples, from first: Int64,
        to end: Int64,
        detail: @autoclosure () -> String
    ) {
        let entry = losses.firstIndex { $0.cause == cause && $0.channel == channel && $0.unit == unit }
        guard let entry else {
            losses.append(
                Loss(
                    cause, count: Double(count), unit: unit, first: Instant(nanoseconds: first),
                    end: Instant(nanoseconds: end), channel: channel, detail: detail()))
            return
        }
        losses[entry].count += Double(count)
        losses[entry].first = min(losses[entry].first ?? Instant(nanoseconds: first), Instant(nanoseconds: first))
        losses[entry].end = max(losses[entry].end ?? Instant(nanoseconds: end), Instant(nanoseconds: end))
    }

    /// Returns the losses counted since the last call.
    mutating func drain() -> [Loss] {
        defer { losses.removeAll(keepingCapacity: true) }
        return losses
    }
}
