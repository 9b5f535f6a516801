import Devices
import Signals
import Store
import Testing

@testable import Gateway

@Suite("What a device need not hand over again")
struct KeptStretchesTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let noon = Bench.noon
    private let ring = DeviceID(rawValue: "test-ring")
    private let movement = Channel(rawValue: "movement_intensity")
    private let oxygen = Channel(rawValue: "oxygen_saturation")

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
    }

    private func pipeline(withholding: [Channel: Range<Instant>]) -> DevicePipeline {
        DevicePipeline(
            device: DeviceDescription(
                identity: DeviceIdentity(maker: "", model: "", serial: "1"), name: "Ring", kind: .wristband,
                origin: .worn,
                channels: []),
            store: store, bus: LiveBus(), zone: .utc, now: noon
        ) { channel, span in withholding[channel].map { [$0].intersection([span]) } ?? [] }
    }

    private func history(_ channel: Channel, of device: DeviceID, _ seconds: Range<Int>) -> SampleBatch {
        let times = stride(from: seconds.lowerBound, to: seconds.upperBound, by: 4).map {
            (noon + $0).nanoseconds
        }
        return SampleBatch(
            device: device, channel: channel, unit: .count, axes: 1, values: times.map { _ in 1 },
            times: .stamped(times),
            received: noon)
    }

    @Test("is what is stored of the first stream that may be kept then, and all of which none may be")
    func streams() async throws {
        let span = noon..<(noon + 3600)
        let pipeline = pipeline(withholding: [
            movement: (noon + 1000)..<(noon + 3000), oxygen: (noon + 2000)..<(noon + 2500),
        ])
        let device = pipeline.device.id
        // Movement is refused in the middle; of that time only saturation is stored, up to where that is refused, too.
        for channel in [movement, oxygen] { pipeline.keep(history(channel, of: device, 800..<3200)) }
        let kept = try await pipeline.kept([movement, oxygen], in: span, apart: 10)
        #expect(
            kept.map { [$0.lowerBound, $0.upperBound].map { $0.seconds(since: noon) } } == [
                [800, 996], [1000, 1996], [2000, 2500], [2500, 3000], [3000, 3196],
            ])
        let movement = try await pipeline.kept([movement], in: span, apart: 10)
        #expect(movement.contains((noon + 1000)..<(noon + 3000)))
        #expect(try await pipeline.kept([.heartRate], in: span, apart: 10).isEmpty)
    }

    @Test(
        "is cut and taken apart",
        arguments: [
            ([0..<10], [2..<4], [2..<4], [0..<2, 4..<10]), ([0..<10], [10..<20], [], [0..<10]),
            ([0..<10, 20..<30], [5..<25], [5..<10, 20..<25], [0..<5, 25..<30]), ([0..<10], [0..<10], [0..<10], []),
            ([3..<3], [0..<10], [3..<3], []),
        ] as [([Range<Int>], [Range<Int>], [Range<Int>], [Range<Int>])])
    func ranges(_ ranges: [Range<Int>], _ others: [Range<Int>], _ common: [Range<Int>], _ rest: [Range<Int>]) {
        func times(_ ranges: [Range<Int>]) -> [Range<Instant>] {
            ranges.map { (noon + $0.lowerBound)..<(noon + $0.upperBound) }
        }
        #expect(times(ranges).intersection(times(others)) == times(common))
        #expect(times(ranges).subtracting(times(others)) == times(rest))
    }
}
