import Recordings
import Signals
import TestKit
import Testing

@Suite("GENEActiv .bin")
struct GENEActivTests {
    private func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
    ) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let summary = try RecordingFormats.decode(
            RecordingFile(name: "x.bin", bytes: bytes), options: options, into: &sink)
        return (summary, sink)
    }

    private func real(_ name: String) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile.open(path: TestData.path("geneactiv/\(name)"))
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    @Test("decodes every twelve bits by the file's calibration", arguments: ["\r\n", "\n"])
    func samples(lineEnd: String) throws {
        var writer = GENEActivWriter()
        writer.lineEnd = lineEnd
        let made = (0..<300).map { ($0 * 13 - 2048, 2047 - $0, -$0, $0, $0 == 7 || $0 == 8) }
        writer.page("2025-01-11 11:17:33:500", samples: made)
        let (summary, sink) = try decode(writer.bytes)
        #expect(summary.samples == 300 && summary.losses.isEmpty && summary.header.device.serial == "012345")
        let samples = sink.samples(.acceleration)
        #expect(samples[0].time.nanoseconds == 1_736_590_653_500_000_000)
        #expect(abs(samples[299].time.seconds(since: samples[0].time) - 299 * 0.02) < 1e-8)
        for (index, raw) in made.enumerated() {
            let g = [
                (Double(raw.0) * 100 - 500) / 25000, Double(raw.1) * 100 / 25000, (Double(raw.2) * 100 - 250) / -25000,
            ]
            #expect(zip(samples[index].values, g).allSatisfy { abs(Double($0) - $1) < 1e-6 })
        }
        #expect(sink.samples(.light).map(\.values) == (0..<300).map { [Float($0) * 2] })
        #expect(sink.samples(.marker).map(\.time) == [samples[7].time])
        #expect(
            sink.samples(.temperature).map(\.values) == [[21.5]] && sink.samples(.battery).map(\.values) == [[4.1493]])
        #expect(summary.header.metadata["time_zone"] == "GMT +01:00" && summary.header.channels[0].range == 8)
    }

    @Test("whole-second stamps of pages of 4.5 s make one even run")
    func interpolation() throws {
        var writer = GENEActivWriter()
        writer.header["Measurement Frequency"] = "66.7 Hz"
        for page in 0..<40 {
            let second = page * 9 / 2
            writer.page("2025-01-11 11:\(10 + second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60):000", x: page)
        }
        let (summary, sink) = try decode(writer.bytes)
        #expect(summary.segments.count == 1 && summary.samples == 12_000 && summary.losses.isEmpty)
        let times = sink.samples(.acceleration).map(\.time)
        let steps = zip(times, times.dropFirst()).map { $1.nanoseconds(since: $0) }
        #expect(try #require(steps.min()) >= 14_999_998 && (try #require(steps.max())) <= 15_000_002)
    }

    @Test("a hole between pages is a gap, a repeated page is dropped, a clock that goes back is told")
    func holes() throws {
        var writer = GENEActivWriter()
        for time in ["11:10:00", "11:10:06", "21:10:12", "21:10:18"] { writer.page("2025-01-11 \(time):000") }
        writer.page("2025-01-11 21:10:18:000", sequence: 3, samples: Array(repeating: (0, 0, 0, 0, false), count: 300))
        writer.page("2010-09-16 09:08:54:000")
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.segments.map(\.count) == [600, 600, 300])
        #expect(summary.losses.map(\.cause) == [.gap, .duplicate, .clockStep])
        #expect(summary.losses[0].count == 36_000)
    }

    @Test("damaged pages are left out, a cut one keeps its whole samples")
    func damage() throws {
        var writer = GENEActivWriter()
        for page in 0..<6 { writer.page("2025-01-11 11:10:\(page == 0 ? "00" : page == 1 ? "06" : "\(page * 6)"):000") }
        var lines = writer.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let starts = lines.indices.filter { lines[$0] == "Recorded Data" }
        lines[starts[1] + 9] = lines[starts[1] + 9].replacing("FA", with: "GA", maxReplacements: 1)
        lines[starts[2] + 9] = String(lines[starts[2] + 9].dropLast(40))
        lines[starts[5] + 9] = String(lines[starts[5] + 9].prefix(100 * 12 + 5))
        lines.removeLast(lines.count - starts[5] - 10)
        let (summary, _) = try decode(Array(lines.joined(separator: "\r\n").utf8))
        #expect(summary.segments.map(\.count) == [300, 700])
        #expect(Set(summary.losses.map(\.cause)) == [.gap, .damaged, .truncated])
        #expect(summary.losses.first { $0.cause == .damaged }?.count == 2)
    }

    @Test("tells when the clock was reset before the recording, and goes on without a readable stamp")
    func clock() throws {
        var writer = GENEActivWriter()
        writer.header["Start Time"] = "0000-00-00 00:00:00:000"
        writer.page("2010-09-16 09:08:54:000")
        writer.page("0000-00-00 00:00:00:000")
        let (summary, _) = try decode(writer.bytes)
        #expect(summary.samples == 600 && summary.segments.count == 1)
        #expect(Set(summary.losses.map(\.cause)) == [.clockStep, .damaged])
    }

    @Test("refuses other products, headers without pages or calibration, and says which")
    func refused() throws {
        var band = GENEActivWriter()
        band.header["Device Type"] = "Activinsights Band"
        band.page("2025-01-11 11:10:00:000")
        var flat = GENEActivWriter()
        flat.header["y gain"] = "0"
        flat.page("2025-01-11 11:10:00:000")
        for (bytes, word) in [
            (band.bytes, "Activinsights Band"), (flat.bytes, "calibration"), (GENEActivWriter().bytes, "page"),
        ] {
            let failure = #expect(throws: Failure.self) { try decode(bytes) }
            #expect(failure?.message.contains(word) == true)
        }
    }

    @Test("real recorders at 85.7, 66.7 and 20 Hz", .enabled(if: TestData.isAvailable))
    func recorders() throws {
        let (cut, sink) = try real("ggirread_GENEActiv_testfile.bin")
        let samples = sink.samples(.acceleration)
        #expect(cut.samples == 16 * 300 + 231 && cut.losses.map(\.cause) == [.truncated, .truncated])
        #expect(samples[0].time.nanoseconds == 1_369_905_174_500_000_000)
        #expect(abs(samples[299].values[2] + 0.80836403) < 1e-6 && sink.samples(.temperature)[0].values == [21.5])
        let (fast, _) = try real("geneacore_667Hz.bin")
        #expect(fast.samples == 14 * 300 && fast.segments.count == 1 && fast.losses.isEmpty)
        #expect(abs(try #require(fast.header.channels[0].observedRate) - 200 / 3) < 1e-6)
        let (slow, _) = try real("geneacore_20Hz_file.bin")
        #expect(slow.samples == 2100 && slow.segments.count == 1 && slow.losses.isEmpty)
    }

    @Test("real files that are cut, broken, or of another product", .enabled(if: TestData.isAvailable))
    func brokenFiles() throws {
        let (cut, _) = try real("geneacore_Incomplete_bin_file.bin")
        #expect(cut.samples == 9 * 300 && cut.losses.contains { $0.cause == .truncated })
        let (holed, _) = try real("geneacore_Not_contiguous.bin")
        #expect(holed.samples == 9 * 300 && holed.losses.map(\.cause) == [.gap] && holed.losses[0].count == 36_000)
        for name in ["geneacore_Not_a_GENEActiv_bin_file.bin", "geneacore_Short_header.bin"] {
            #expect(throws: Failure.self) { try real(name) }
        }
    }
}
