import Analysis
import Foundation
import Gateway
import Recordings
import Signals
import Testing

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
