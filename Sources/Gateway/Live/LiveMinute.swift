import Analysis
import Epochs
import Signals

/// A heart rate by the minute as far as it is known by now, whether it is on the disk or not.
struct LiveMinute: Sendable {
    /// The minute, of what has come so far.
    var epoch: Epoch
    /// Until when data have come: the end of the minute, unless it is still being filled.
    var end: Instant
}

extension PipelineState {
    /// Minutes that have just been handed to the store and may not be on the disk yet: it takes seconds, in which a made-up
    /// wearer begins with a quarter of an hour.
    private static let handedOver = 30

    /// Heart rates of the last minutes, and of those that are being filled, in order; none where the wearer refuses them.
    var minutes: [LiveMinute] {
        guard heartRefusal == nil else { return [] }
        // What would come out of it, were it to end now.
        var open = aggregator
        open.finish()
        let last = status.lastSample
        return (closedMinutes + open.drain().filter(\.isHeartMinute)).map { epoch in
            let end = epoch.start.advanced(bySeconds: 60)
            return LiveMinute(epoch: epoch, end: max(epoch.start, min(end, last ?? end)))
        }
    }

    /// Remembers a minute that is handed to the store.
    mutating func close(_ epoch: Epoch) {
        guard epoch.isHeartMinute else { return }
        closedMinutes.append(epoch)
        if closedMinutes.count > Self.handedOver { closedMinutes.removeFirst() }
    }
}

extension Epoch {
    fileprivate var isHeartMinute: Bool { seconds == 60 && heart != nil }
}
