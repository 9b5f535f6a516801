import Analysis
import Devices
import Runtime
import Signals

/// One device from the gateway's side: runs its driver, and again after a failure, for as long as the gateway runs.
struct DeviceSession: Sendable {
    /// Waits between two tries, in seconds: bounded, without end.
    private static let backOff: [Double] = [1, 2, 5, 10, 30, 60]

    let source: any DeviceSource
    let pipeline: DevicePipeline
    let clock: any HostClock

    /// Returns when the device is done for good or the task is cancelled.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                try await source.run(delivering: pipeline)
                pipeline.deliver(.link(.gone(reason: "the device is done")), at: clock.now)
                break
            } catch is CancellationError {
                break
            } catch {
                let wait = Self.backOff[min(failures, Self.backOff.count - 1)]
                failures += 1
                let reason = (error as? Failure)?.message ?? "\(error)"
                pipeline.deliver(.link(.gone(reason: "\(reason) Trying again in \(Int(wait)) s.")), at: clock.now)
                try? await clock.wait(until: clock.now.advanced(bySeconds: wait))
            }
        }
        pipeline.finish()
    }
}
