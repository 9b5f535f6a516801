import Foundation
import Runtime
import Signals
import Store
import Testing

/// Where a test has its store: on a disk where the test is about what survives, else in memory.
enum Medium: CaseIterable {
    case disk, memory
}

/// A folder of its own for one test, removed with everything in it at the end.
final class TemporaryFolder {
    let medium: any StoreMedium

    init(_ medium: Medium = .disk) throws {
        self.medium =
            switch medium {
            case .disk:
                DiskFolder(
                    path: FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID())").path)
            case .memory: try MemoryFolder()
            }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var path: String { medium.path }

    var database: String { path + "/store.sqlite" }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// Numbers that look random and are the same each time.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Makers of things to keep.
enum Sample {
    static let device = DeviceID(rawValue: "acme-1")
    static let origin = Instant(nanoseconds: 1_750_000_000_000_000_000)

    static func second(_ count: Int) -> Instant { origin.advanced(byNanoseconds: Int64(count) * 1_000_000_000) }

    /// One second of three-axis acceleration at 50 Hz, with every kind of float among its values.
    static func motion(_ second: Int, device: DeviceID = device, seed: UInt64 = 1) throws -> SampleBatch {
        var generator = SeededGenerator(seed &+ UInt64(second))
        var values = (0..<150).map { _ in Float.random(in: -8...8, using: &generator) }
        values[0] = -0.0
        values[1] = .nan
        values[2] = .leastNonzeroMagnitude
        values[3] = -.infinity
        let line = try #require(Timeline(origin: origin, hertz: 50))
        return SampleBatch(
            device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line.dropping(second * 50)), deviceTime: Int64(second) * 1_000_000,
            received: self.second(second + 1), sequence: Int64(second))
    }

    /// One heart-rate value with its own stamp.
    static func rate(_ second: Int, device: DeviceID = device) -> SampleBatch {
        SampleBatch(
            device: device, channel: .heartRate, unit: .perMinute, values: [60 + Float(second % 40)],
            times: .stamped([self.second(second).nanoseconds]), received: self.second(second))
    }

    static func beats(_ range: Range<Int>, provisional: Bool = false) -> [Beat] {
        range.map { Beat(time: second($0), rr: 1000 + Double($0 % 7) / 3, isProvisional: provisional) }
    }

    static func epochs(_ range: Range<Int>, seconds: Int = 30) -> [Epoch] {
        range.map { index in
            Epoch(
                start: second(index * seconds), seconds: seconds,
                motion: Epoch.Motion(
                    samples: seconds * 50, enmo: Double(index) / 1000, mad: 0.1, angleZ: Double(index % 180) - 90),
                heart: index.isMultiple(of: 3) ? nil : Epoch.Heart(beats: seconds, rate: 60.5))
        }
    }
}

extension SampleBatch {
    /// The bit patterns, because NaN equals nothing.
    var bits: [UInt32] { values.map(\.bitPattern) }

    /// Everything but the values.
    var outline: SampleBatch {
        var copy = self
        copy.values = copy.values.map { _ in 0 }
        return copy
    }
}
