import Devices
import Signals
import Synchronization

/// Collects, and calls back once it was asked for room often enough.
final class StoppingOutlet: DeviceOutlet {
    let collected = CollectingOutlet()
    private let left: Mutex<Int>
    private let done = Mutex<(@Sendable () -> Void)?>(nil)

    init(after count: Int) { left = Mutex(count) }

    func whenDone(_ action: @escaping @Sendable () -> Void) {
        done.withLock { $0 = action }
        if left.withLock({ $0 <= 0 }) { action() }
    }

    func deliver(_ batch: SampleBatch) { collected.deliver(batch) }
    func deliver(_ beats: BeatBatch) { collected.deliver(beats) }
    func deliver(_ event: DeviceEvent, at instant: Instant) { collected.deliver(event, at: instant) }

    func room() async {
        let isDone = left.withLock { left in
            left -= 1
            return left <= 0
        }
        if isDone { done.withLock { $0 }?() }
    }
}
