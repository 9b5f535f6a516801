import Analysis
import Devices
import Documents
import Exports
import Runtime
import Signals
import Store
import Synchronization

/// A night of the synthetic wearer, made through the same pipeline that live samples take, scored, kept and exported:
/// something to look at on the first day, always labelled synthetic.
package struct DemoNight: Sendable {
    private let gateway: Gateway
    private let device: DeviceDescription
    private let settings: SimulatedWearer.Settings

    /// A demo night for `gateway`, of another synthetic person than the live one: a store keeps what comes in order best.
    package init(_ gateway: Gateway, seed: UInt64 = 2) {
        self.gateway = gateway
        settings = SimulatedWearer.Settings(seed: seed, zone: gateway.configuration.zone)
        device = SimulatedWearer(settings, from: gateway.started).device
    }

    /// Makes the last whole night unless it is there already, and writes its exports.
    /// - Parameter tell: told, a line at a time, what was made and where it is.
    /// - Throws: `Failure` when the store holds a person's own data, or it or the folder of exports cannot be written;
    ///   `CancellationError`.
    package func prepare(tell: @Sendable (String) -> Void) async throws {
        try await withTaskExecutorPreference(gateway.background) { try await make(tell: tell) }
    }

    private func make(tell: @Sendable (String) -> Void) async throws {
        let content = try await gateway.store.reading { store in
            try store.becomeDemo()
            return try store.madeUp()
        }
        gateway.madeUp.withLock { $0 = content }
        let window = lastWholeWindow
        let known = try gateway.store.nights(on: window.date)
        if !known.contains(where: { $0.device == device.id }) {
            try await generate(window)
            guard try gateway.score(device.id, window) != nil else {
                throw Failure(.failed, "The demo night of \(window.date) could not be scored.")
            }
            try await gateway.store.flush()
            gateway.bus.publish(.nights([window.date], of: gateway.whose(device.id, window.date)))
        }
        let view = try gateway.night(window.date, device: device.id)
        let folder = "\(gateway.configuration.folder)/exports"
        for format in ["edf", "csv"] {
            let content = Gateway.content(of: view)
            try ExportFolder.write(try Gateway.files(of: content, format: format), to: folder)
        }
        defer {
            Heap.giveBack()
            Heap.giveBackCode()
        }
        tell("Demo night \(window.date), synthetic: \(Self.figures(of: view.night))")
        tell("Its EDF+ and CSV: \(folder)")
    }

    /// The latest window from noon to noon that has ended.
    private var lastWholeWindow: NightWindow {
        let zone = gateway.configuration.zone
        let current = NightWindow(containing: gateway.started, in: zone)
        return NightWindow(endingOn: current.date.adding(days: -1), in: zone)
    }

    private func generate(_ window: NightWindow) async throws {
        gateway.store.register(device.identity, isSynthetic: true, seen: window.interval.upperBound)
        // A bus of its own: nobody watches yesterday live.
        let pipeline = DevicePipeline(
            device: device, store: gateway.store, bus: LiveBus(), zone: gateway.configuration.zone,
            now: window.interval.lowerBound)
        var wearer = SimulatedWearer(settings, from: window.interval.lowerBound)
        var second = 0
        while wearer.now < window.interval.upperBound {
            wearer.advance(into: pipeline)
            second += 1
            if second % 60 == 0 { pipeline.tick(at: wearer.now) }
            if second % 300 == 0 {
                try Task.checkCancellation()
                try await gateway.store.flush()
            }
        }
        pipeline.finish()
        try await gateway.store.flush()
    }

    private static func figures(of night: Night) -> String {
        let asleep = night.measures.totalSleepTime.value.map { "asleep \(SleepText.minutes($0))" }
        let efficiency = night.measures.sleepEfficiency.value.map { "efficiency \(SleepText.percent($0))" }
        let figures = [asleep, efficiency].compactMap { $0 }
        return figures.isEmpty ? night.sleepPeriodReason ?? "no sleep found" : figures.joined(separator: ", ")
    }
}
