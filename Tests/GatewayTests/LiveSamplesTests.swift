import Devices
import Documents
import Runtime
import Signals
import Store
import Testing

@testable import Gateway

@Suite("Samples of a strap that streams")
struct LiveSamplesTests {
    private static let noon = Bench.noon

    /// A gateway whose store has met the device, as it has a moment after that came.
    private func open(_ folder: String) async throws -> Gateway {
        let gateway = try Gateway(.init(folder: folder, zone: .utc), sources: [Simulated(seed: 3)])
        try await gateway.store.flush()
        return gateway
    }

    /// One notification a second of so much.
    private func stream(_ rate: Float, seconds: Range<Int>, into pipeline: DevicePipeline) {
        for second in seconds {
            let time = Self.noon + second
            pipeline.deliver(
                SampleBatch(
                    device: pipeline.device.id, channel: .heartRate, unit: .perMinute, values: [rate],
                    times: .stamped([time.nanoseconds]), received: time))
            pipeline.tick(at: time)
        }
    }

    private func rates(_ gateway: Gateway, _ subject: HealthSubject, isKept: Bool = false) throws -> [HealthSample] {
        try gateway.series(of: subject, isKept: isKept).samples(
            .init("heart_rate", in: Self.noon..<Self.noon + 3600)
        ).map(\.sample)
    }

    @Test("are there within seconds, and each minute once: while it is filled, handed over and on the disk")
    func minutes() async throws {
        let folder = try TemporaryFolder()
        let gateway = try await open(folder.path)
        let pipeline = try #require(gateway.pipelines.first)
        let subject = try gateway.subject(nil, of: nil, .everything)
        #expect(try rates(gateway, subject).isEmpty)
        stream(61, seconds: 0..<5, into: pipeline)
        let first = try rates(gateway, subject)
        #expect(first.map(\.value) == [61] && first.map(\.source) == ["nightjar"])
        #expect(first.first.map { $0.start..<$0.end } == Self.noon..<Self.noon + 4)
        // What is not on the disk is no part of what a program follows, nor of what a day came to.
        #expect(try rates(gateway, subject, isKept: true).isEmpty)
        #expect(try gateway.series(of: subject).types().map(\.type) == ["heart_rate"])

        for minute in 0..<15 {
            stream(Float(60 + minute), seconds: max(5, 60 * minute)..<60 * (minute + 1), into: pipeline)
            let found = try rates(gateway, subject)
            #expect(found.map(\.start) == (0...minute).map { Self.noon + 60 * $0 }, "minute \(minute)")
            #expect(found.dropLast().allSatisfy { $0.end == $0.start.advanced(bySeconds: 60) })
            let sum = try SampleSummary.totals(
                "heart_rate", in: Self.noon..<Self.noon + 3600, by: .all, zone: .utc,
                of: try gateway.series(of: subject))
            #expect(sum.parts.first?.count == minute + 1)
            if minute.isMultiple(of: 4) { try await gateway.store.flush() }
        }
        let before = try rates(gateway, subject)
        pipeline.finish()
        try await gateway.store.flush()
        let after = try rates(gateway, subject)
        #expect(after.map(\.value) == before.map(\.value) && after.map(\.start) == before.map(\.start))
        #expect(try rates(gateway, subject, isKept: true) == after)
        gateway.store.close()
    }

    @Test("are those of whoever wears it, and of nobody who refuses them")
    func people() async throws {
        let folder = try TemporaryFolder()
        let gateway = try await open(folder.path)
        let pipeline = try #require(gateway.pipelines.first)
        let ada = try await gateway.wearerRegistry.add("Ada")
        let ben = try await gateway.wearerRegistry.add("Ben")
        try await gateway.wearerRegistry.correct(
            pipeline.device.id, person: ben.id, from: Self.noon + -3600, to: nil)
        stream(61, seconds: 0..<90, into: pipeline)
        let subjects = try [ada, ben].map { try gateway.subject($0.id, of: nil, .everything) }
        #expect(try subjects.map { try rates(gateway, $0).count } == [0, 2])
        pipeline.withhold([.heartRate])
        #expect(pipeline.minutes.isEmpty)
        gateway.store.close()
    }
}
