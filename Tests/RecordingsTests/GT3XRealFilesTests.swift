import Recordings
import Signals
import TestKit
import Testing

@Suite("ActiGraph .gt3x of real recorders", .enabled(if: TestData.isAvailable))
struct GT3XRealFilesTests {
    private func decode(_ name: String) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let summary = try RecordingFormats.decode(RecordingFile.open(path: TestData.path("gt3x/\(name)")), into: &sink)
        return (summary, sink)
    }

    /// The rows of one of the vendor's CSV files, whose heading is eleven lines.
    private func rows(_ file: RecordingFile) throws -> [[Double]] {
        let text = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).dropFirst(11).map { line in
            line.split(separator: ",").compactMap { Double($0) }
        }
    }

    @Test("a GT9X Link equals the vendor's own export in every recorded and slept sample")
    func actiLife() throws {
        let (summary, sink) = try decode("readgt3x_TAS1H30182785_2019-09-17.gt3x")
        let csv = try rows(
            RecordingFile.open(path: TestData.path("gt3x/readgt3x_TAS1H30182785_2019-09-17.actilife.csv.gz")))
        #expect(csv.count == 240_500)
        let samples = sink.samples(.acceleration)
        let origin = try #require(summary.start)
        // 18:40:00 at -04:00.
        #expect(origin.nanoseconds == 1_568_760_000_000_000_000)
        var different = 0
        var seen = Set<Int>()
        for (time, values) in samples {
            let row = Int((time.seconds(since: origin) * 100).rounded())
            seen.insert(row)
            for axis in 0..<3 {
                let rounded = (Double(values[axis]) * 1000).rounded(.toNearestOrAwayFromZero) / 1000
                if abs(rounded - csv[row][axis]) > 1e-9 { different += 1 }
            }
        }
        #expect(different == 0)
        // What is not there was spent on USB; the vendor writes zeros, and holds the first second before the mark.
        let missing = csv.indices.filter { !seen.contains($0) }
        #expect(missing.filter { csv[$0] != [0, 0, 0] }.count == 100)
        #expect(summary.samples == samples.count && summary.losses.filter { $0.cause == .filled }.count == 5)
        #expect(summary.losses.filter { $0.cause == .interrupted }.map(\.count) == [7])
        #expect(sink.samples(.battery).count == 36 && sink.samples(.contact).count == 39)
    }

    @Test("the same five minutes with and without idle sleep have the same time axis")
    func idleSleepPair() throws {
        let (with, sleeping) = try decode("pygt3x_ISM_Enabled.gt3x")
        let (without, awake) = try decode("pygt3x_ISM_Disabled.gt3x")
        #expect(with.samples == 9000 && without.samples == 9000)
        #expect(sleeping.samples(.acceleration).map(\.time) == awake.samples(.acceleration).map(\.time))
        // 1616169537 to 1616169574 on the wall at -05:00.
        let asleep = sleeping.samples(.acceleration).filter {
            (1_616_187_537..<1_616_187_575).contains($0.time.nanoseconds / 1_000_000_000)
        }
        #expect(asleep.count == 38 * 30 && Set(asleep.map(\.values)).count == 1)
        #expect(without.losses.isEmpty && with.losses.allSatisfy { $0.cause == .filled } && with.losses.count == 3)
    }

    @Test("a wGT3X-BT of packed samples, light, sleep and a decimal comma")
    func packed() throws {
        let (summary, sink) = try decode("ggir_actigraph_testfile.gt3x")
        #expect(summary.header.device.serial == "MOS2E39180594" && summary.header.device.firmware == "1.9.2")
        #expect(summary.header.metadata["battery_voltage"] == "4,03")
        let recorded = Double(summary.samples) / 30
        let filled = summary.losses.filter { $0.cause == .filled }.reduce(0) { $0 + $1.count }
        #expect(recorded - filled == 588 && summary.losses.filter { $0.cause == .filled }.count == 23)
        #expect(sink.samples(.light).count == 70)
        // A recorder that mostly lies still measures about 1 g.
        let mean = sink.samples(.acceleration).reduce(0.0) { sum, sample in
            sum + Double(sample.values.reduce(0) { $0 + $1 * $1 }).squareRoot()
        }
        #expect(abs(mean / Double(summary.samples) - 1) < 0.05)
    }

    @Test("a CentrePoint watch's readings have the times that the maker's own table has")
    func centrePoint() throws {
        let (_, sink) = try decode("pygt3x_CPW1C48210013_baseline.agdc")
        let table = try RecordingFile.open(
            path: TestData.path("gt3x/CPW1C48210013_baseline_temperature_ADXL_calibrated.csv"))
        let text = String(decoding: try table.bytes(at: 0, count: table.size), as: UTF8.self)
        let theirs = text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
            line.split(separator: ",").first.flatMap { Double($0) }
        }
        // The table has those of the accelerometer's own sensor.
        let ours = sink.samples(Channel(rawValue: "temperature_raw")).filter { $0.values[0] == 1 }
            .map(\.time.secondsSince1970)
        #expect(theirs.first == 1_660_839_480 && ours == theirs)
    }

    @Test("an Insight watch is calibrated by its own matrix, equal to the vendor's calibrated and raw files")
    func agdc() throws {
        let (summary, sink) = try decode("WRIST_rawLSB_032Hz_test.agdc")
        let csv = try rows(RecordingFile.open(path: TestData.path("gt3x/WRIST_rawCalibrated_032Hz.csv")))
        let samples = sink.samples(.acceleration)
        #expect(samples.count == 1920 && samples.count == csv.count && summary.losses.isEmpty)
        let worst = zip(samples, csv).map { sample, row in
            zip(sample.values, row).map { abs(Double($0) - $1) }.max() ?? 1
        }.max()
        #expect(try #require(worst) < 1e-6)
        let means = (0..<3).map { axis in samples.reduce(0.0) { $0 + Double($1.values[axis]) } / 1920 }
        #expect(zip(means, [1.1185734, 0.4293370, -0.0819496]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
}
