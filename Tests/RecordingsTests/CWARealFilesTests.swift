import Recordings
import Signals
import TestKit
import Testing

@Suite("Real Axivity recordings", .enabled(if: TestData.isAvailable))
struct CWARealFilesTests {
    private func decode(_ name: String) throws -> (summary: RecordingSummary, sink: BatchCollector) {
        var sink = BatchCollector()
        let file = try RecordingFile.open(path: TestData.path("cwa/\(name)"))
        let summary = try RecordingFormats.decode(file, into: &sink)
        return (summary, sink)
    }

    @Test("reads a packed AX3 recording: device, notes, count, rate, span and first values")
    func plain() throws {
        let (summary, sink) = try decode("ggirread_ax3_testfile.cwa")
        #expect(
            summary.header.device == DeviceIdentity(maker: "Axivity", model: "AX3", serial: "39434", firmware: "44"))
        #expect(summary.header.metadata["_p"] == "right wrist" && summary.header.metadata["_sc"] == "26")
        #expect(summary.header.metadata["session_id"] == "26")
        let channel = try #require(summary.header.channels.first)
        #expect(channel.nominalRate == 100 && channel.range == 8)
        #expect(abs((channel.observedRate ?? 0) - 98.86) < 0.005)
        #expect(summary.samples == 17_400 && summary.segments.count == 1 && summary.losses.isEmpty)
        // 10:55:06.000 to 10:58:00.8 at Berlin's wall, by readers that step the nominal rate at either end.
        let start = try #require(summary.start?.secondsSince1970)
        #expect(abs(start - 1_551_178_506.000) < 0.02)
        let values = sink.values(.acceleration)
        #expect(values.count == 52_200)
        #expect(values.prefix(6) == [0.328125, 0.984375, 0.203125, 0.828125, -0.359375, -0.375])
        #expect(sink.values(.temperature)[0] == 25.585938 && sink.values(.temperature)[1] == 26.464844)
        #expect(sink.values(.battery)[0] == 4.1132812)
        #expect(sink.values(.marker) == [1])
    }

    @Test("reads the recorder's wall clock in the zone that is asked for")
    func zone() throws {
        let berlin = Zone(name: "Europe/Berlin", firstOffset: 3600)
        var sink = BatchCollector()
        let file = try RecordingFile.open(path: TestData.path("cwa/ggirread_ax3_testfile.cwa"))
        let summary = try CWA.decode(file, options: DecodeOptions(zone: berlin), into: &sink)
        #expect(summary.header.zone == "Europe/Berlin")
        #expect(abs((summary.start?.secondsSince1970 ?? 0) - 1_551_174_906.000) < 0.02)
    }

    @Test("finds exactly the damaged sectors and keeps all others as they are in the undamaged recording")
    func damaged() throws {
        let (summary, sink) = try decode("ggirread_ax3_corrupt_blocks_0_13_14_142_143_144.cwa")
        let whole = try decode("ggirread_ax3_testfile.cwa")
        #expect(summary.losses.map(\.cause) == [.checksum, .checksum, .checksum])
        #expect(summary.losses.map(\.count) == [1, 2, 3])
        for (loss, sector) in zip(summary.losses, [0, 13, 142]) {
            #expect(loss.detail.contains("bytes \(1024 + 512 * sector) "))
        }
        #expect(summary.segments.map(\.count) == [12 * 120, 127 * 120])
        let kept = Array(1..<13) + Array(15..<142)
        let values = whole.sink.values(.acceleration)
        let expected: [Float] = kept.flatMap { values[($0 * 360)..<($0 * 360 + 360)] }
        #expect(sink.values(.acceleration) == expected)
        // Times agree with those of the undamaged recording, in which the neighbours' stamps are known as well.
        let times = whole.sink.seconds(.acceleration)
        let expectedTimes: [Double] = kept.flatMap { times[($0 * 120)..<($0 * 120 + 120)] }
        let worst: Double = zip(sink.seconds(.acceleration), expectedTimes).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 0.0005)
    }

    @Test("reads a six-axis AX6 recording with angular velocity")
    func sixAxes() throws {
        let (summary, sink) = try decode("ggirread_ax6_testfile.cwa")
        #expect(summary.header.device.model == "AX6" && summary.header.device.serial == "6011834")
        #expect(summary.header.channels.prefix(2).map(\.channel) == [.acceleration, .angularVelocity])
        #expect(summary.header.channels.prefix(2).map(\.range) == [16, 250])
        #expect(abs((summary.header.channels[0].observedRate ?? 0) - 99.04) < 0.005)
        #expect(summary.samples == 283 * 40)
        let angular = sink.values(.angularVelocity)
        #expect(angular.prefix(3) == [0.2746582, -0.50354004, 15.7699585])
        #expect(sink.values(.acceleration).prefix(3) == [0.0073242188, 0.0712890625, 0.0087890625])
        // Published: the floor of the sum of magnitudes on another grid of samples is 960 046.
        let total = angular.reduce(0.0) { $0 + Double(abs($1)) }
        #expect(abs(total / 960_046 - 1) < 0.005)
        #expect(angular.count == 283 * 120 && sink.values(.acceleration).count == 283 * 120)
        #expect(sink.values(.temperature)[0] == 27.34375)
        // Whatever the wrist does, half of the time it is near 1 g.
        let xyz = sink.values(.acceleration)
        let sizes: [Float] = stride(from: 0, to: xyz.count, by: 3).map { index in
            let (x, y, z) = (xyz[index], xyz[index + 1], xyz[index + 2])
            return (x * x + y * y + z * z).squareRoot()
        }
        let median = sizes.sorted()[sizes.count / 2]
        #expect(abs(median - 1) < 0.02)
    }

    @Test("places an old recording without fractions of a second by a fit through whole seconds")
    func wholeSeconds() throws {
        let (summary, sink) = try decode("openmovement_example-610-steps.cwa")
        #expect(summary.header.device.serial == "1841" && summary.header.metadata["_so"] == "Kim")
        #expect(summary.samples == 71_400 && summary.segments.count == 1)
        #expect(abs((summary.header.channels[0].observedRate ?? 0) - 98.52) < 0.01)
        let start = try #require(summary.start?.secondsSince1970)
        #expect(abs(start - 1_332_846_897.5) < 0.05)
        #expect(sink.values(.marker).contains { UInt8($0) & 4 != 0 })
        let times = sink.instants(.acceleration)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("decodes only the channels that are asked for, to the same values")
    func channels() throws {
        let file = try RecordingFile.open(path: TestData.path("cwa/ggirread_ax6_testfile.cwa"))
        let all = try decode("ggirread_ax6_testfile.cwa")
        for channel in [Channel.angularVelocity, .light] {
            var sink = BatchCollector()
            let summary = try CWA.decode(file, options: DecodeOptions(channels: [channel]), into: &sink)
            #expect(Set(sink.batches.map(\.channel)) == [channel])
            #expect(sink.values(channel) == all.sink.values(channel))
            #expect(sink.instants(channel) == all.sink.instants(channel))
            #expect(summary == all.summary)
        }
    }
}
