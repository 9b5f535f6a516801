import Analysis
import Devices
import Documents
import Runtime
import Signals
import Synchronization

/// One device from the gateway's side: runs its driver, and again after a failure, until it is told to stop or the
/// device is done for good.
final class DeviceSession: Sendable {
    /// Waits between two tries, in seconds: bounded, without end.
    private static let backOff: [Double] = [1, 2, 5, 10, 30, 60]

    private struct State {
        var task: Task<Void, Never>?
        var hasBegun = false
        var isStopped = false
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let source: any DeviceSource
    let pipeline: DevicePipeline
    private let clock: any HostClock
    private let state = Mutex(State())

    init(source: any DeviceSource, pipeline: DevicePipeline, clock: any HostClock) {
        self.source = source
        self.pipeline = pipeline
        self.clock = clock
    }

    /// Whether the session has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Returns when the device is done for good, the session is stopped, or the task is cancelled.
    func run(on live: ThreadExecutor) async {
        let task: Task<Void, Never>? = state.withLock { state in
            guard !state.isStopped, !state.hasBegun else { return nil }
            state.hasBegun = true
            let task = Task(executorPreference: live) { await self.stream() }
            state.task = task
            return task
        }
        guard let task else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        pipeline.finish()
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Takes nothing more, tells the driver to end and returns when it has.
    func stop() async {
        pipeline.close()
        await withCheckedContinuation { continuation in
            let (task, isOver) = state.withLock { state in
                state.isStopped = true
                if !state.hasBegun { state.isOver = true }
                if !state.isOver { state.waiters.append(continuation) }
                return (state.task, state.isOver)
            }
            task?.cancel()
            if isOver { continuation.resume() }
        }
    }

    private func stream() async {
        var failures = 0
        while !Task.isCancelled {
            let began = pipeline.lastSample
            do {
                try await source.run(delivering: pipeline)
                pipeline.deliver(.link(.gone(reason: "the device is done")), at: clock.now)
                pipeline.deliver(.stage(.stopped, reason: "The device is done.", nextStep: nil), at: clock.now)
                return
            } catch is CancellationError {
                return
            } catch {
                // A device that has streamed begins a new series of tries.
                if pipeline.lastSample != began { failures = 0 }
                let wait = Self.backOff[min(failures, Self.backOff.count - 1)]
                failures += 1
                let reason = Failure.telling(error)
                Log.warning(
                    "A device's session broke off.",
                    ["device": .string(pipeline.device.id.rawValue), "cause": Log.cause(error)])
                let again = "Trying again in \(Int(wait)) s."
                pipeline.deliver(.link(.gone(reason: "\(reason) \(again)")), at: clock.now)
                pipeline.deliver(.stage(.interrupted, reason: reason, nextStep: again), at: clock.now)
                try? await clock.wait(seconds: wait)
            }
        }
    }
}
