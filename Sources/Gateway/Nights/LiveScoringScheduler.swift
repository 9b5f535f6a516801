import Analysis
import Devices
import Runtime
import Signals
import Store

/// Schedules the scoring of live devices: scores their nights, repeatedly while a night goes on and a last time when it
/// is over, and stores the baselines of their wearers.
///
/// Imports score their own nights.
struct LiveScoringScheduler {
    /// Seconds between two runs.
    private static let interval = 300.0
    /// Seconds from the end of a sleep to the newest data within which it is taken to go on.
    private static let wakesWithin = 600.0
    /// Five minutes of a session weigh more than what was known before.
    private static let worthKeeping = 30

    let gateway: Gateway
    private var scored: [DeviceID: Instant] = [:]

    init(gateway: Gateway) { self.gateway = gateway }

    /// Runs until the task is cancelled.
    consuming func run() async {
        let clock = gateway.configuration.clock
        // The night that ended while no gateway was there, too.
        var last = clock.now.advanced(bySeconds: -86_400)
        while true {
            let now = clock.now
            await look(since: last, at: now)
            last = now
            guard (try? await clock.wait(seconds: Self.interval)) != nil else { break }
        }
        await keepBaselines(at: clock.now)
    }

    /// Scores the window in which `now` lies, and the one of `last` where that is another.
    mutating func look(since last: Instant, at now: Instant) async {
        let windows = Set([last, now].map { NightWindow(containing: $0, in: gateway.configuration.zone) })
        for pipeline in gateway.pipelines where !pipeline.device.isPreview {
            let status = pipeline.status
            let id = status.device.id
            // Where nothing has come since, and no window has ended, nothing can have changed.
            if windows.count == 1, let known = scored[id], known == status.lastSample { continue }
            scored[id] = status.lastSample
            for window in windows.sorted(by: { $0.date < $1.date }) { score(pipeline, window) }
        }
        await keepBaselines(at: now)
    }

    private func score(_ pipeline: DevicePipeline, _ window: NightWindow) {
        attempt("The night of \(window.date) could not be scored") {
            guard let night = try gateway.score(pipeline.status.device.id, window) else { return }
            tellSleep(of: night, pipeline)
        }
    }

    /// Says to all devices of somebody whose main sleep goes on that they sleep, until the look after next. It lapses by
    /// itself, where they wake.
    private func tellSleep(of night: Night, _ pipeline: DevicePipeline) {
        guard let period = night.sleepPeriod, let last = pipeline.lastSample,
            last.seconds(since: period.upperBound) < Self.wakesWithin
        else { return }
        let end = last.advanced(bySeconds: 2 * Self.interval)
        for other in gateway.pipelines
        where other === pipeline || pipeline.wearer != nil && other.wearer == pipeline.wearer {
            other.sleep(until: end)
        }
    }

    private func keepBaselines(at now: Instant) async {
        // Of a heart that is refused nothing more is kept, nor for one wearer what was learned of another.
        for pipeline in gateway.pipelines where gateway.isSettled(pipeline) && pipeline.load?.isRefused != true {
            guard let baseline = pipeline.baseline, baseline.heartRate.samples >= Self.worthKeeping else { continue }
            do { try await gateway.wearerRegistry.keep(baseline, of: pipeline.device.id, at: now) } catch {
                tell("What was learned of the wearer could not be kept", error)
            }
        }
    }

    private func attempt(_ what: String, _ work: () throws -> Void) {
        do {
            try work()
        } catch is CancellationError {
        } catch { tell(what, error) }
    }

    private func tell(_ what: String, _ error: any Error) {
        gateway.configuration.report("\(what): \((error as? Failure)?.message ?? "\(error)")")
    }
}
