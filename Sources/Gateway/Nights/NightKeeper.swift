import Analysis
import Devices
import Runtime
import Signals

/// Scores the nights of live devices: again and again while a night goes on, a last time when it is over.
///
/// Imports score their own nights.
struct NightKeeper {
    /// Between two looks, in seconds.
    private static let interval = 300.0

    let gateway: Gateway

    /// Looks until the task is cancelled.
    func run() async {
        let clock = gateway.configuration.clock
        var last = clock.now.advanced(bySeconds: -Self.interval)
        while !Task.isCancelled {
            let next = last.advanced(bySeconds: Self.interval)
            guard (try? await clock.wait(until: next)) != nil else { return }
            let now = clock.now
            // The window that has just ended is looked at once more.
            for instant in Set([last, now].map { NightWindow(containing: $0, in: gateway.configuration.zone) }) {
                for pipeline in gateway.pipelines { score(pipeline.status.device.id, instant) }
            }
            last = now
        }
    }

    private func score(_ device: DeviceID, _ window: NightWindow) {
        do {
            _ = try gateway.score(device, window)
        } catch {
            let problem = (error as? Failure)?.message ?? "\(error)"
            gateway.configuration.report("The night of \(window.date) could not be scored: \(problem)")
        }
    }
}
