import Devices
import Recordings
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// Waits for what other threads do: gives them turns, then time, until it is so, half a minute at most.
func eventually(_ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () -> Bool) async {
    for turn in 0..<31_000 {
        if isSo() { return }
        if turn < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    Issue.record("It never came: \(what)", sourceLocation: sourceLocation)
}

/// A device that does what a test tells it, through the outlet of its session.
final class ScriptedDevice: DeviceSource {
    private struct State {
        var outlet: (any DeviceOutlet)?
        var runs = 0
        var ends = 0
        var finish: [CheckedContinuation<Void, any Error>] = []
        var choices: [DeviceChoices] = []
        var lingers = false
    }

    let device: DeviceDescription
    private let state = Mutex(State())

    init(
        _ serial: String, kind: DeviceDescription.Kind = .heartRateStrap, origin: DeviceDescription.Origin = .worn,
        channels: [Channel] = [.rrInterval, .heartRate, .acceleration], isPreview: Bool = false
    ) {
        device = DeviceDescription(
            identity: DeviceIdentity(maker: "Test", model: "Strap", serial: serial), name: "Strap \(serial)",
            kind: kind,
            origin: origin,
            channels: channels.map {
                $0 == .acceleration
                    ? RecordedChannel($0, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: 25)
                    : RecordedChannel($0, axes: ["value"], unit: $0 == .rrInterval ? .milliseconds : .perMinute)
            }, isPreview: isPreview)
    }

    /// The outlet of the session that runs.
    var outlet: (any DeviceOutlet)? { state.withLock { $0.outlet } }
    /// How often a session has begun.
    var runs: Int { state.withLock { $0.runs } }
    /// How often a session was cancelled.
    var ends: Int { state.withLock { $0.ends } }
    /// What each session was made with.
    var choices: [DeviceChoices] { state.withLock { $0.choices } }

    /// Has a driver that is cancelled take its time, until it need not any more.
    func linger(_ lingers: Bool) { state.withLock { $0.lingers = lingers } }

    func chosen(_ choices: DeviceChoices) { state.withLock { $0.choices.append(choices) } }

    func run(delivering outlet: any DeviceOutlet) async throws {
        state.withLock { $0.outlet = outlet }
        defer { state.withLock { $0.outlet = nil } }
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    // It counts once it can be ended.
                    state.withLock { state in
                        state.finish.append(continuation)
                        state.runs += 1
                    }
                    if Task.isCancelled { self.end(throwing: CancellationError()) }
                }
            } onCancel: {
                self.end(throwing: CancellationError())
            }
        } catch {
            if error is CancellationError { state.withLock { $0.ends += 1 } }
            while state.withLock(\.lingers) { await Task.yield() }
            throw error
        }
    }

    /// Ends the driver, as if the device were done or had failed.
    func end(throwing error: (any Error)? = nil) {
        let finish = state.withLock { state in
            defer { state.finish = [] }
            return state.finish
        }
        for continuation in finish {
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }

    /// Sends beats of one second each, the last at `time`.
    func beat(at time: Instant, rr: Double = 1000) {
        outlet?.deliver(BeatBatch(device: device.id, beats: [Beat(time: time, rr: rr)], received: time))
    }

    /// Sends a rate.
    func rate(_ rate: Float, at time: Instant) {
        outlet?.deliver(
            SampleBatch(
                device: device.id, channel: .heartRate, unit: .perMinute, values: [rate],
                times: .stamped([time.nanoseconds]), received: time))
    }

    /// Sends a second of movement that ends at `time`.
    func move(at time: Instant) throws {
        let line = try #require(Timeline(origin: time.advanced(bySeconds: -1), hertz: 25))
        outlet?.deliver(
            SampleBatch(
                device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3,
                values: (0..<25).flatMap { _ in [0, 0, 1] as [Float] }, times: .uniform(line), received: time))
    }

    func tell(_ event: DeviceEvent, at time: Instant) { outlet?.deliver(event, at: time) }
}

/// A finder that finds what a test says.
final class ScriptedFinder: DeviceFinder {
    let buses: Set<FoundDevice.Bus>
    private let devices: [String: ScriptedDevice]
    private let reporter = Mutex<(@Sendable (FinderEvent) -> Void)?>(nil)

    init(_ devices: [String: ScriptedDevice], buses: Set<FoundDevice.Bus> = [.bluetooth]) {
        self.devices = devices
        self.buses = buses
    }

    func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        reporter.withLock { $0 = report }
        defer { reporter.withLock { $0 = nil } }
        try await Task.sleep(for: .seconds(86_400))
    }

    func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard let source = devices[device.id] else { throw Failure(.failed, "No profile fits.") }
        source.chosen(choices)
        return source
    }

    var isLooking: Bool { reporter.withLock { $0 != nil } }

    func report(_ event: FinderEvent) { reporter.withLock { $0 }?(event) }

    func find(_ id: String, at time: Instant, rssi: Int? = nil, obstacle: String? = nil) {
        report(.found(found(id, at: time, rssi: rssi, obstacle: obstacle)))
    }

    func found(_ id: String, at time: Instant, rssi: Int? = nil, obstacle: String? = nil) -> FoundDevice {
        FoundDevice(
            id: id, bus: .bluetooth, name: id, profiles: devices[id] == nil ? [] : ["test-strap"],
            description: devices[id]?.device, rssi: rssi, seen: time, obstacle: obstacle)
    }
}

/// A gateway with scripted devices and a clock that the test moves; runs until the test lets go of it.
final class GatewayFixture: Sendable {
    let clock: ManualClock
    let folder: TemporaryFolder
    let gateway: Gateway
    let finder: ScriptedFinder
    let seen: Collector
    let free = Mutex<Int64?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
        _ devices: [String: ScriptedDevice], sources: [any DeviceSource] = [], folder: TemporaryFolder? = nil,
        at start: Instant = Bench.noon, zone: Zone = .utc,
        _ change: (inout Gateway.Configuration) -> Void = { _ in }
    ) throws {
        clock = ManualClock(start: start)
        self.folder = try folder ?? TemporaryFolder()
        finder = ScriptedFinder(devices)
        var configuration = Gateway.Configuration(folder: self.folder.path, zone: zone, clock: clock)
        configuration.freeBytes = { 1 << 40 }
        change(&configuration)
        gateway = try Gateway(configuration, sources: sources, finders: [finder])
        seen = Collector(gateway.bus)
    }

    /// One that runs and has taken a device in.
    convenience init(adopting device: ScriptedDevice, as id: String, folder: TemporaryFolder? = nil) async throws {
        try self.init([id: device], folder: folder)
        await start()
        try await adopt(id, device)
    }

    /// Has the gateway run, and waits until it looks for devices and all that looks at the clock has looked once.
    func start() async {
        task.withLock { $0 = Task { [gateway] in _ = try? await gateway.run() } }
        await eventually("the finder looks") { finder.isLooking }
        // Who ticks, who watches over nights, who scores them, and who examines the store.
        await eventually("all wait for the clock") { clock.waiting >= 4 }
    }

    /// Waits until the gateway has looked at everything that the finder has told.
    func takeSightings() async {
        await eventually("what the finder told is looked at") { gateway.devices.hasTakenSightings }
    }

    /// Ends the gateway and lets go of the store, so that another one can take it.
    func stop() async {
        let task = self.task.withLock { $0 }
        task?.cancel()
        await task?.value
        gateway.store.close()
    }

    /// Finds a device, takes it in, and waits until its driver runs.
    func adopt(_ id: String, _ device: ScriptedDevice, _ adoption: DeviceAdoption = DeviceAdoption()) async throws {
        finder.find(id, at: clock.now)
        await takeSightings()
        try await gateway.devices.adopt(id, adoption)
        await eventually("the driver of \(id) runs") { device.outlet != nil }
    }

    /// Moves the clock on by whole seconds; each second the devices beat and the gateway looks.
    func pass(_ seconds: Int, beating devices: [ScriptedDevice] = []) {
        for _ in 0..<seconds {
            clock.advance(bySeconds: 1)
            for device in devices { device.beat(at: clock.now) }
            gateway.devices.tick()
        }
        gateway.recorder.look()
    }

    /// Moves the clock on at once, as when a machine slept.
    func skip(_ seconds: Int) {
        clock.advance(bySeconds: Double(seconds))
        gateway.devices.tick()
    }

    var alerts: [Alert] { seen.events.compactMap { if case .alert(let alert) = $0 { alert } else { nil } } }
}
