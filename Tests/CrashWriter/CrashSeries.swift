import Signals

/// The endless series that the writer keeps and the test expects: everything about step `n` follows from `n`.
enum CrashSeries {
    static let device = DeviceID(rawValue: "crash-1")
    static let origin = Instant(nanoseconds: 1_750_000_000_000_000_000)
    /// Nanoseconds from one step to the next on the device's clock.
    static let step: Int64 = 200_000_000

    static func start(_ n: Int) -> Instant { origin.advanced(byNanoseconds: Int64(n) * step) }

    /// Ten samples of three axes at 50 Hz.
    static func batch(_ n: Int) -> SampleBatch? {
        guard let line = Timeline(origin: origin, hertz: 50) else { return nil }
        let values = (0..<30).map { Float(bitPattern: UInt32(truncatingIfNeeded: 0x3F80_0000 &+ n &* 977 &+ $0)) }
        return SampleBatch(
            device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line.dropping(n * 10)), received: start(n), sequence: Int64(n))
    }

    static func beat(_ n: Int) -> Beat { Beat(time: start(n), rr: 800 + Double(n % 50)) }

    static func epoch(_ n: Int) -> Epoch {
        Epoch(
            start: start(n), seconds: 5, motion: .init(samples: 250, enmo: Double(n), mad: 0.5, angleZ: 12),
            heart: .init(beats: 5, rate: 61))
    }

    static func loss(_ n: Int) -> Loss { Loss(.gap, count: Double(n), unit: .samples, first: start(n)) }
}

/// A made recording: bytes and what a decoder would find in them.
struct CrashFile {
    static let batches = 60
    static let epochs = 600
    static let beats = 600
    let seed: Int

    var device: DeviceID { DeviceID(rawValue: "recorder-\(seed)") }

    /// Two chunks and a bit.
    var bytes: [UInt8] {
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let tile = (0..<7000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        var bytes: [UInt8] = []
        for _ in 0..<320 { bytes += tile }
        return bytes
    }

    func batch(_ n: Int) -> SampleBatch? {
        var batch = CrashSeries.batch(n + seed)
        batch?.device = device
        return batch
    }
}
