import Analysis
import Bluetooth
import DeviceProfiles
import Devices
import Gateway
import Glibc
import Runtime
import Signals
import Store
import Synchronization
import TestKit

/// A Polar H10 on a scripted radio, and a gateway that takes what it sends: the driver, the device's pipeline with ring,
/// aggregator, labels, windows and load, and the store on disk.
final class LiveStrap {
    /// Stands for the device among the gateway's sources; the session is run by hand.
    private struct Place: DeviceSource {
        let device: DeviceDescription
        func run(delivering outlet: any DeviceOutlet) async throws {}
    }

    /// Seconds before anything is counted, until caches and windows have their size.
    private static let warmUp = 400
    /// Seconds of each round.
    private static let seconds = 300

    let folder: Folder
    let gateway: Gateway
    private let clock = ManualClock()
    private let pipeline: DevicePipeline
    private let link: ScriptedPeripheral
    private let session: Task<Void, any Error>
    private let newest = Newest()
    private let subscription: LiveBus.Subscription
    private var second = 0
    private var halves = 0
    private var noise: UInt64 = 1

    init() async throws {
        folder = try Folder()
        let library = ProfileLibrary(folders: [])
        guard let profile = library.profile("polar.h10"),
            let address = BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random)
        else { throw Failure(.notFound, "There is no profile of the Polar H10.") }
        let device = DeviceDescription(
            identity: DeviceIdentity(maker: "Polar Electro Oy", model: "H10", serial: "7C432D1C"), name: "H10",
            kind: .heartRateStrap, origin: .worn, channels: [])
        gateway = try Gateway(
            .init(folder: folder.path, zone: .utc, clock: clock), sources: [Place(device: device)])
        guard let pipeline = gateway.pipelines.first else { throw Failure(.failed, "The gateway has no device.") }
        self.pipeline = pipeline
        subscription = gateway.bus.subscribe { [newest] event in newest.keep(event) }
        let central = ScriptedH10.central(clock: clock)
        let session = try ProfiledSession(
            device: device, address: address, profile: profile, choices: DeviceChoices(), central: central,
            clock: clock)
        self.session = Task { try await session.run(delivering: pipeline) }
        link = await central.link()
        // The link looks after itself once a second of its clock, which stands still from then on.
        while clock.waiting == 0 { usleep(1000) }
    }

    /// A heart-rate notification and an acceleration frame of 25 samples, each with its share of the work that is done once
    /// a second and of writing it down.
    func counts() async throws -> [(what: String, allocations: Double)] {
        for _ in 0..<Self.warmUp { pass(hearts: 1, frames: 2) }
        try await gateway.store.flush()
        let heart = try await Counting.smallest(of: Self.seconds) {
            for _ in 0..<Self.seconds { pass(hearts: 1, frames: 0) }
            try await gateway.store.flush()
        }
        let motion = try await Counting.smallest(of: 2 * Self.seconds) {
            for _ in 0..<Self.seconds { pass(hearts: 0, frames: 2) }
            try await gateway.store.flush()
        }
        return [("heart-rate notification", heart), ("acceleration notification", motion)]
    }

    /// The newest heart that was told.
    var heart: LiveEvent? { newest.heart }

    /// Takes the strap off and closes the gateway.
    func end() async throws {
        session.cancel()
        _ = await session.result
        try await gateway.store.flush()
        gateway.store.close()
    }

    private func pass(hearts: Int, frames: Int) {
        second += 1
        for _ in 0..<frames {
            halves += 1
            link.send(ScriptedH10.frame(halves), from: ScriptedH10.data, at: now)
        }
        for _ in 0..<hearts { link.send(beat(), from: ScriptedH10.heart, at: now) }
        pipeline.tick(at: now)
    }

    private var now: Instant { clock.now.advanced(byNanoseconds: Int64(second) * 1_000_000_000) }

    /// 60 a minute, with one interval of about a second.
    private func beat() -> [UInt8] {
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return HeartRateMeasurement(rate: 60, contact: .detected, intervals: [1024 + UInt16(noise >> 58) - 32])
            .encoded()
    }

    /// The newest heart on the bus; kept without an allocation.
    private final class Newest: Sendable {
        private let state = Mutex<LiveEvent?>(nil)

        var heart: LiveEvent? { state.withLock { $0 } }

        func keep(_ event: LiveEvent) {
            if case .heart = event { state.withLock { $0 = event } }
        }
    }
}
