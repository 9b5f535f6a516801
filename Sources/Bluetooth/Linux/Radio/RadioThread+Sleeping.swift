import Runtime
import Signals

/// Who waits for a time, or for a change of the adapters before it.
struct Sleeper {
    var deadline: Duration?
    /// The device whose link must end first; nil for none.
    var device: BluetoothAddress?
    var wakesOnAdapters: Bool
    var continuation: CheckedContinuation<Void, Never>
}

extension RadioThread {
    /// Waits; ends early when an adapter comes or changes, or when the task is cancelled.
    func pause(_ duration: Duration) async {
        await sleep(duration, device: nil, wakesOnAdapters: true)
    }

    /// Waits by the host's clock.
    func wait(_ duration: Duration) async throws {
        try await clock.wait(seconds: duration / .seconds(1))
    }

    /// Waits until the kernel says that the link to a device is down, `limit` at most.
    func waitUntilDown(_ device: BluetoothAddress, limit: Duration) async {
        await sleep(limit, device: device, wakesOnAdapters: false)
    }

    private func sleep(_ duration: Duration, device: BluetoothAddress?, wakesOnAdapters: Bool) async {
        let token = newToken()
        let deadline = uptime + duration
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume() }
                sleepers[token] = Sleeper(
                    deadline: deadline, device: device, wakesOnAdapters: wakesOnAdapters, continuation: continuation)
            }
        } onCancel: {
            Task { await self.wakeSleepers { token == $0 } }
        }
    }

    func tickSleepers(at now: Duration) {
        for (token, sleeper) in sleepers where sleeper.deadline.map({ $0 <= now }) ?? false {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    /// Wakes the sleepers that wait for a change of adapters.
    func adaptersChanged() {
        for (token, sleeper) in sleepers where sleeper.wakesOnAdapters {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    /// Wakes the sleepers that wait for this device's link to end.
    func deviceIsDown(_ device: BluetoothAddress) {
        for (token, sleeper) in sleepers where sleeper.device == device {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }

    private func wakeSleepers(_ isMeant: (UInt64) -> Bool) {
        for token in sleepers.keys where isMeant(token) {
            sleepers.removeValue(forKey: token)?.continuation.resume()
        }
    }
}
