import Devices
import Gateway
import Glibc
import Runtime
import Signals
import Store

/// Half an hour of heart-rate notifications through strap, pipeline and a store in a temporary folder.
final class NotificationBenchmark {
    private let folder: String
    private let store: Store
    private let device: DeviceDescription
    private var pipeline: DevicePipeline
    private let origin = Instant(nanoseconds: 1_700_042_400_000_000_000)
    private var second: Int64 = 0
    private var noise: UInt64 = 1

    init() throws {
        var name = Array("/tmp/nightjar-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure(SystemError(errno, "mkdtemp", "/tmp"), "There is no room for a store in /tmp")
        }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        store = try Store(folder: folder)
        device = SimulatedWearer(SimulatedWearer.Settings(), from: origin).device
        pipeline = DevicePipeline(device: device, store: store, bus: LiveBus(), zone: .utc, now: origin)
    }

    deinit {
        store.close()
        for file in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.lock"] {
            unlink("\(folder)/\(file)")
        }
        rmdir(folder)
    }

    func run() throws -> Benchmark.Work {
        var strap = HeartRateStrap(device: device.id)
        let notifications = (0..<1800).map { _ in notification() }
        return Benchmark.measure {
            for bytes in notifications {
                second += 1
                strap.receive(bytes, at: origin.advanced(byNanoseconds: second * 1_000_000_000), into: pipeline)
            }
            return notifications.count
        }
    }

    /// A beat of about a second, so that one comes with each notification.
    private func notification() -> [UInt8] {
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let interval = 1024 + UInt16(noise >> 58) - 32
        return HeartRateMeasurement(rate: 60, contact: .detected, intervals: [interval]).encoded()
    }
}
