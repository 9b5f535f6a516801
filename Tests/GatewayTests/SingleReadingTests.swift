import Epochs
import Recordings
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

/// A recording that is too short to be calibrated is decoded once.
@Suite("Recordings that are read once")
struct SingleReadingTests {
    private let fixture: ImportFixture
    private let work: RecordingImport

    init() throws {
        fixture = try ImportFixture()
        let file = ImportFile(name: "a.cwa", size: 1, sha256: SHA256.digest(of: [0]), format: "cwa")
        guard case .begun(let work) = try fixture.gateway.store.beginImport(file) else { throw Bench.Problem() }
        self.work = work
    }

    private func reading(_ progress: DecodeProgress = DecodeProgress()) throws -> SingleReading {
        var reading = SingleReading(
            of: CWA.self, progress, into: ImportSink(into: work, by: nil, zone: .utc, survey: nil, isHeld: true))
        try reading.begin(
            RecordingHeader(
                format: "cwa", device: DeviceIdentity(maker: "Axivity", model: "AX3", serial: "77"),
                channels: [
                    RecordedChannel(.acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: 0.1)
                ], zone: "UTC"))
        return reading
    }

    /// An hour of a sample in ten seconds.
    private func hour(_ number: Int) throws -> SampleBatch {
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000 + Int64(number) * 3_600_000_000_000)
        return SampleBatch(
            device: DeviceID(rawValue: "axivity-77"), channel: .acceleration, unit: .standardGravity, axes: 3,
            values: [Float](repeating: 0.577, count: 360 * 3),
            times: .uniform(try #require(Timeline(origin: start, hertz: 0.1))), received: start)
    }

    @Test("hand on what they hold at the end, and say why they are not calibrated")
    func short() throws {
        var reading = try reading()
        for number in 0..<71 { try reading.receive(try hour(number)) }
        let (_, survey) = try reading.finish()
        #expect(survey?.accepted == nil && survey?.calibration.reason != nil)
        try work.append(bytes: [0])
        try work.finish()
        #expect(try fixture.gateway.store.devices().count == 1)
    }

    @Test("hand on nothing when they turn out to be as long as one that is calibrated")
    func long() async throws {
        var reading = try reading()
        #expect(throws: SingleReading.TooLong.self) { for number in 0..<73 { try reading.receive(try hour(number)) } }
        try await fixture.gateway.store.flush()
        #expect(try fixture.gateway.store.devices().isEmpty)
    }

    @Test("are given up at once when their first hundredth tells that they are long")
    func expected() throws {
        let progress = DecodeProgress()
        var reading = try reading(progress)
        progress.fraction = 0.02
        #expect(throws: SingleReading.TooLong.self) { for number in 0..<3 { try reading.receive(try hour(number)) } }
    }
}
