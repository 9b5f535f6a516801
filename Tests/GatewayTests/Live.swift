import Analysis
import Devices
import Foundation
import Gateway
import Recordings
import Runtime
import Signals
import Store
import Synchronization

/// A folder of its own for one test, in memory and removed at the end.
final class TemporaryFolder: Sendable {
    private let memory: MemoryFolder

    init() throws { memory = try MemoryFolder() }

    var path: String { memory.path }

    func files(in folder: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
}

/// Everything that was published, in order.
final class Collector: Sendable {
    private let kept = Mutex<(events: [LiveEvent], subscription: LiveBus.Subscription?)>(([], nil))

    init(_ bus: LiveBus) {
        let subscription = bus.subscribe { [weak self] event in self?.kept.withLock { $0.events.append(event) } }
        kept.withLock { $0.subscription = subscription }
    }

    var events: [LiveEvent] { kept.withLock { $0.events } }
    var hearts: [HeartReading] { events.compactMap { if case .heart(_, let reading) = $0 { reading } else { nil } } }
    var loads: [LoadReading] { events.compactMap { if case .load(_, let reading) = $0 { reading } else { nil } } }
    var motion: [Epoch] { events.compactMap { if case .motion(_, let epoch) = $0 { epoch } else { nil } } }
    var losses: [Loss] { events.compactMap { if case .loss(_, let loss) = $0 { loss } else { nil } } }
    var relabelled: [Beat] {
        events.flatMap { event -> [Beat] in if case .relabelled(_, let beats) = event { beats } else { [] } }
    }
    var links: [String] { events.compactMap { if case .device(let status) = $0 { status.link.name } else { nil } } }
}

/// One pipeline over a store of its own.
struct Bench {
    static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)

    let folder: TemporaryFolder
    let store: Store
    let bus = LiveBus()
    let seen: Collector
    let pipeline: DevicePipeline
    let device: DeviceDescription

    init(origin: DeviceDescription.Origin = .worn, now: Instant = noon, device: DeviceDescription? = nil) throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
        seen = Collector(bus)
        self.device =
            device
            ?? DeviceDescription(
                identity: DeviceIdentity(maker: "Test", model: "Band", serial: "1"), name: "Band", kind: .wristband,
                origin: origin, channels: [])
        pipeline = DevicePipeline(device: self.device, store: store, bus: bus, zone: .utc, now: now)
    }

    func motion(_ start: Instant, count: Int = 25, received: Instant? = nil, x: Float = 0) throws -> SampleBatch {
        guard let line = Timeline(origin: start, hertz: 25) else { throw Problem() }
        return SampleBatch(
            device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3,
            values: (0..<count).flatMap { _ in [x, 0, 1] }, times: .uniform(line),
            received: received ?? start.advanced(bySeconds: Double(count) / 25))
    }

    func rate(_ value: Float, at time: Instant) -> SampleBatch {
        SampleBatch(
            device: device.id, channel: .heartRate, unit: .perMinute, values: [value],
            times: .stamped([time.nanoseconds]), received: time)
    }

    func beats(_ times: [Instant], rr: Double = 1000) -> BeatBatch {
        BeatBatch(device: device.id, beats: times.map { Beat(time: $0, rr: rr) }, received: times.last ?? Self.noon)
    }

    struct Problem: Error {}
}

extension Instant {
    /// Whole seconds later.
    static func + (instant: Instant, seconds: Int) -> Instant {
        instant.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
    }
}
