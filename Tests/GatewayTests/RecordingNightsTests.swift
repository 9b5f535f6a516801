import Analysis
import Epochs
import Foundation
import Recordings
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("Nights of a recording on the way in")
struct RecordingNightsTests {
    private let device = DeviceIdentity(maker: "Test", model: "Arm", serial: "1")

    @Test("finds the sleep of a made arm from its acceleration")
    func acceleration() throws {
        // A day from noon at 1 Hz: an arm that swings, and from 23:00 to 07:00 turns every 20 minutes.
        let noon = Instant(nanoseconds: 1_706_788_800_000_000_000)
        let bed = 11 * 3600..<19 * 3600
        let line = try #require(Timeline(origin: noon, hertz: 1))
        let values = (0..<86_400).flatMap { second -> [Float] in
            let angle = bed.contains(second) ? Double(second / 1200 % 6) * 0.2 : sin(Double(second) * 0.7)
            let noise = Double(second &* 7919 % 13) * 0.0003
            return [Float(cos(angle)), Float(noise), Float(sin(angle))]
        }
        var sink = RecordingNights(zone: .utc)
        let header = RecordingHeader(
            format: "test", device: device,
            channels: [RecordedChannel(.acceleration, axes: ["x", "y", "z"], unit: .standardGravity)], zone: "UTC")
        sink.begin(header)
        let whole = SampleBatch(
            device: device.deviceID, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line), received: noon)
        for first in stride(from: 0, to: whole.count, by: 5000) {
            sink.receive(whole.slice(first..<min(whole.count, first + 5000)))
        }
        let summary = RecordingSummary(header: header, samples: whole.count, segments: [], losses: [])
        let nights = try sink.nights(summary)
        let night = try #require(nights.first)
        #expect(nights.count == 1 && "\(night.date)" == "2024-02-02" && night.periodMethod.name == "hdcza")
        let period = try #require(night.sleepPeriod)
        #expect(abs(period.lowerBound.seconds(since: noon) - 39_600) < 300)
        #expect(abs(period.upperBound.seconds(since: noon) - 68_400) < 300)
        #expect((night.measures.sleepEfficiency.value ?? 0) > 90)
    }

    @Test("is calibrated by gravity when it is long enough, and says when it was not worn")
    func survey() throws {
        // Twenty minutes on each of six sides, by a sensor that is 30 mg off on x.
        let start = Instant(nanoseconds: 1_706_788_800_000_000_000)
        let line = try #require(Timeline(origin: start, hertz: 2))
        let values = (0..<(6 * 1200 * 2)).flatMap { index -> [Float] in
            let side = index / 2400
            let sign: Float = side % 2 == 0 ? 1 : -1
            return (0..<3).map { ($0 == side / 2 ? sign : 0) + ($0 == 0 ? 0.03 : 0) }
        }
        var found = StillnessSurvey()
        found.add(
            SampleBatch(
                device: device.deviceID, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                times: .uniform(line), received: start))
        found.finish()
        let long = RecordingSurvey(found, hours: 80)
        let calibration = try #require(long.accepted)
        #expect(abs(calibration.offset.x + 0.03) < 1e-3 && abs(calibration.offset.y) < 1e-3)
        #expect(long.text.hasPrefix("calibrated by gravity"))
        let short = RecordingSurvey(found, hours: 9)
        #expect(short.accepted == nil && short.text.contains("holds 9 h; 72 h are needed"))
        #expect(short.isWorn(at: start.advanced(bySeconds: -86_400)) == nil)
    }

    /// An arm from noon on, a sample in ten seconds, which rests from 23:00 to 07:00 and has twice as many then.
    private func arm(_ hours: [Range<Int>]) -> [UInt8] {
        var writer = MatrixWriter()
        for start in hours.flatMap({ stride(from: $0.lowerBound * 3600, to: $0.upperBound * 3600, by: 600) }) {
            let isNight = (11 * 3600..<19 * 3600).contains(start % 86_400)
            let samples = stride(from: start, to: start + 600, by: isNight ? 5 : 10).map { second -> [Int] in
                let angle = isNight ? Double(second / 1200) * 0.7 : sin(Double(second) * 0.7)
                return [cos(angle), 0, sin(angle)].map { Int(($0 * 4096).rounded()) }
            }
            writer.packet(1_706_788_800 + start, 1_706_788_800 + start + 600, accelerations: samples)
        }
        return writer.bytes
    }

    @Test("keeps no epochs unasked, and finds the same nights, by a clock that was put back by days as well")
    func flat() async throws {
        // Hours of the first night are left out, and come when two more windows have begun.
        let bytes = arm([24..<36, 42..<74, 36..<42, 74..<76])
        let file = try RecordingFile(name: "made.bin", bytes: bytes)
        var kept = RecordingNights(zone: .utc, keepsEpochs: true)
        let summary = try RecordingFormats.decode(file, into: &kept)
        let nights = try kept.nights(summary)
        #expect(nights.count == 2 && kept.angles.count > 18_000)
        #expect(nights[0].states.count { $0 == .unknown } == 5760 && nights[0].sleepPeriod != nil)
        var (flat, same) = try RecordingNights.read(file, zone: .utc, survey: nil, options: DecodeOptions())
        #expect(same == summary)
        #expect(try flat.nights(summary) == nights && flat.angles.isEmpty)

        let fixture = try ImportFixture()
        let status = try await fixture.end(try fixture.send(bytes, "made.bin").id)
        #expect(status.stage == .complete && status.nights == nights.map(\.date))
        for night in nights {
            #expect(try fixture.gateway.store.nights(on: night.date).map(\.night.states) == [night.states])
        }
    }

    @Test("a MotionWatch's night by its own activity", .enabled(if: TestData.isAvailable))
    func motionWatch() throws {
        var sink = RecordingNights(zone: .utc)
        let file = try RecordingFile.open(path: TestData.path("actiwatch/test_sample.mtn"))
        let summary = try RecordingFormats.decode(file, into: &sink)
        #expect(try RecordingSurvey.look(at: file, options: DecodeOptions()) == nil)
        let nights = try sink.nights(summary)
        #expect(nights.allSatisfy { $0.scoringMethod.name == "oakley-auto" && $0.confidence.agreement < 0.7 })
        #expect(nights.count == 1)
    }

    @Test("says which channels a recording would need")
    func foreign() throws {
        var sink = RecordingNights(zone: .utc)
        let header = RecordingHeader(
            format: "test", device: device,
            channels: [RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute)], zone: "UTC")
        sink.begin(header)
        let summary = RecordingSummary(header: header, samples: 0, segments: [], losses: [])
        let failure = #expect(throws: Failure.self) { try sink.nights(summary) }
        #expect(failure?.message.contains("heart_rate") == true)
    }
}
