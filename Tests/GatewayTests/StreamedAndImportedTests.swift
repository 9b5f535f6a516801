import Analysis
import Devices
import Foundation
import Recordings
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

/// Hands the acceleration of a file to a pipeline as if the recorder sent it.
private struct Streaming: RecordingSink {
    let pipeline: DevicePipeline

    mutating func begin(_ header: RecordingHeader) {}

    mutating func receive(_ batch: SampleBatch) {
        guard batch.channel == .acceleration else { return }
        for first in stride(from: 0, to: batch.count, by: 30) {
            var piece = batch.slice(first..<min(batch.count, first + 30))
            piece.received = piece.times.instant(at: piece.count - 1)
            pipeline.deliver(piece)
            pipeline.tick(at: piece.received)
        }
    }
}

@Suite("A recording, streamed and imported")
struct StreamedAndImportedTests {
    private static let noon = 1_706_788_800

    /// Hours of one sample in `step` seconds from noon, closer in the first night: an arm that swings by day, and from 23:00 to 07:00 turns every 20 minutes.
    private static func arm(hours: Int, step: Int, closest: Int = 2, offset: Double = 0) -> [UInt8] {
        var writer = MatrixWriter()
        for start in stride(from: 0, to: hours * 3600, by: 600) {
            // Still windows of ten seconds want ten samples, so the first night is closer.
            let isFirst = (11 * 3600..<19 * 3600).contains(start)
            let samples = stride(from: start, to: start + 600, by: isFirst ? min(step, closest) : step).map {
                second -> [Int] in
                let isNight = (11 * 3600..<19 * 3600).contains(second % 86_400)
                // Over three days the night's sides point everywhere.
                let turn = Double(second / 1200)
                let angle = isNight ? turn * 0.7 : sin(Double(second) * 0.7)
                let side = isNight ? turn * 1.3 : 0
                let axes = [cos(angle) * cos(side) + offset, sin(side), sin(angle) * cos(side)]
                return axes.map { Int(($0 * 4096).rounded()) }
            }
            writer.packet(noon + start, noon + start + 600, accelerations: samples)
        }
        return writer.bytes
    }

    private func stream(_ bytes: [UInt8], _ name: String, into fixture: ImportFixture) async throws -> DeviceID {
        let file = try RecordingFile(name: name, bytes: bytes)
        var first = CollectingHeader()
        let summary = try RecordingFormats.decode(file, into: &first)
        let device = DeviceDescription(
            identity: summary.header.device, name: "Arm", kind: .wristband, origin: .worn, channels: [])
        let start = try #require(summary.start)
        let pipeline = DevicePipeline(
            device: device, store: fixture.gateway.store, bus: fixture.gateway.bus, zone: .utc, now: start)
        var sink = Streaming(pipeline: pipeline)
        _ = try RecordingFormats.decode(file, into: &sink)
        pipeline.finish()
        try await fixture.gateway.store.flush()
        return device.id
    }

    private struct CollectingHeader: RecordingSink {
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) {}
    }

    private func sameEpochs(_ one: ImportFixture, _ other: ImportFixture, _ device: DeviceID) throws -> Int {
        let (from, to) = (Instant(nanoseconds: 0), Instant(nanoseconds: 2_000_000_000_000_000_000))
        var count = 0
        for seconds in [5, 30, 60] {
            let streamed = try one.gateway.store.epochs(of: device, seconds: seconds, from: from, to: to)
            let imported = try other.gateway.store.epochs(of: device, seconds: seconds, from: from, to: to)
            let isSame =
                streamed.map(\.start) == imported.map(\.start) && streamed.map(\.motion) == imported.map(\.motion)
            #expect(isSame)
            count += imported.count
        }
        return count
    }

    @Test("a night is the same epochs and the same score, bit for bit")
    func night() async throws {
        let bytes = Self.arm(hours: 22, step: 2)
        let (live, archive) = (try ImportFixture(), try ImportFixture())
        let device = try await stream(bytes, "arm.BIN", into: live)
        let date = try #require(CivilDate(year: 2024, month: 2, day: 2))
        let streamed = try #require(try live.gateway.score(device, NightWindow(endingOn: date, in: .utc)))
        let status = try await archive.end(try archive.send(bytes, "arm.BIN").id)
        #expect(status.stage == .complete && status.device == device)
        let imported = try #require(try archive.gateway.store.nights(on: date).first?.night)
        #expect(try sameEpochs(live, archive, device) > 10_000)
        #expect(streamed.sleepPeriod != nil && streamed.states == imported.states)
        #expect(streamed.measures == imported.measures && streamed.sleepPeriod == imported.sleepPeriod)
        #expect(streamed.periodMethod == imported.periodMethod && streamed.scoringMethod == imported.scoringMethod)
        #expect(imported.periodMethod.parameters["calibrated"] == nil)
    }

    @Test(
        "real recordings are the same epochs, bit for bit", .enabled(if: TestData.isAvailable),
        arguments: ["cwa/openmovement_example-610-steps.cwa", "gt3x/ggir_actigraph_testfile.gt3x"])
    func real(name: String) async throws {
        let bytes = try TestData.bytes(name)
        let (live, archive) = (try ImportFixture(), try ImportFixture())
        let device = try await stream(bytes, "real.\(name.suffix(4))", into: live)
        let status = try await archive.end(try archive.send(bytes, "real.\(name.suffix(4))").id)
        #expect(status.stage == .complete && status.device == device)
        #expect(try sameEpochs(live, archive, device) > 50)
    }

    @Test("an import of three days is calibrated, its nights say by what, and its minutes have wear")
    func calibrated() async throws {
        let bytes = Self.arm(hours: 73, step: 20, closest: 1, offset: 0.03)
        let fixture = try ImportFixture()
        let status = try await fixture.end(try fixture.send(bytes, "arm.BIN").id)
        #expect(status.stage == .complete)
        let device = try #require(status.device)
        let first = try #require(CivilDate(year: 2024, month: 2, day: 1))
        let last = try #require(CivilDate(year: 2024, month: 2, day: 9))
        let nights = try fixture.gateway.store.nights(from: first, to: last).map(\.night)
        #expect(nights.count >= 3)
        for night in nights {
            for method in [night.periodMethod, night.scoringMethod] {
                #expect(method.parameters["calibrated"] == 1)
                #expect(abs((method.parameters["offset_x_g"] ?? 0) + 0.03) < 0.002)
                #expect(abs((method.parameters["scale_y"] ?? 0) - 1) < 0.005)
            }
        }
        // Lying still, the arm weighs one g once it is calibrated.
        let night = Instant(nanoseconds: Int64(Self.noon + 12 * 3600) * 1_000_000_000)
        let still = try fixture.gateway.store.epochs(of: device, seconds: 60, from: night, to: night + 3600)
        let off = still.compactMap(\.motion?.enmo)
        #expect(off.count >= 55 && off.reduce(0, +) / Double(off.count) < 0.003)

        let file = try RecordingFile(name: "arm.BIN", bytes: bytes)
        let survey = try #require(try RecordingSurvey.look(at: file, options: DecodeOptions()))
        #expect(survey.accepted != nil && survey.isWorn(at: night.advanced(bySeconds: 3600)) == true)
    }
}
