import Foundation
import Recordings
import Signals
import TestKit
import Testing

/// Decodes a real file of the folder of test data.
private func real(
    _ name: String, _ options: DecodeOptions = DecodeOptions()
) throws -> (summary: RecordingSummary, sink: CollectingSink) {
    var sink = CollectingSink()
    let file = try RecordingFile.open(path: TestData.path(name))
    return (try RecordingFormats.decode(file, options: options, into: &sink), sink)
}

/// Totals here were summed up by independent readers of the same bytes.
@Suite("Real files of further recorders", .enabled(if: TestData.isAvailable))
struct OtherRecordersRealFilesTests {
    @Test("a GENEA's samples, clock and battery")
    func genea() throws {
        let (summary, sink) = try real("other/genea_testfile.bin")
        #expect(summary.header.format == "genea" && summary.header.device.serial == "01275")
        // All pieces of the 128 pages that are samples; those before the first second lie before it.
        #expect(summary.samples == 42_864 && summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(summary.start?.nanoseconds == 1_269_950_916_400_000_000)
        let samples = sink.samples(.acceleration)
        let first = samples[48]
        #expect(first.time.nanoseconds == 1_269_950_917_000_000_000)
        #expect(zip(first.values, [0.005847886, -0.008758904, 1.002913890]).allSatisfy { abs(Double($0) - $1) < 1e-6 })
        let sums = (0..<3).map { axis in samples.dropFirst(48).reduce(0.0) { $0 + Double($1.values[axis]) } }
        #expect(zip(sums, [3839.0406882, -928.4905331, -3072.7614861]).allSatisfy { abs($0 - $1) < 1e-2 })
        #expect(samples[42_768].time.nanoseconds == 1_269_951_451_000_000_000)
        #expect(sink.samples(.battery).count == 178)
        #expect(sink.samples(.battery).allSatisfy { (3.0...4.5).contains($0.values[0]) })
    }

    @Test("a sound file of omconvert, cut off")
    func wav() throws {
        let (summary, sink) = try real("other/ax3test.wav")
        #expect(summary.header.format == "axivity_wav" && summary.header.device.serial == "37727")
        #expect(summary.samples == 32_640 && summary.losses.map(\.cause) == [.truncated])
        #expect(summary.losses[0].count == Double(94_996_587 - 32_640))
        #expect(summary.start?.nanoseconds == 1_521_393_887_536_000_000)
        let samples = sink.samples(.acceleration)
        #expect(samples[0].values == [0.718505859375, 0.25732421875, -0.567626953125])
        let sums = (0..<3).map { axis in samples.reduce(0.0) { $0 + Double($1.values[axis]) } }
        #expect(zip(sums, [-22060.69677734375, -2234.5859375, 15047.933349609375]).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(summary.header.channels[0].nominalRate == 100 && summary.header.channels[0].range == 8)
    }

    @Test("an Actical export with counts, steps and the day in letters")
    func actical() throws {
        let (summary, sink) = try real("other/Actical.csv")
        #expect(summary.header.format == "actical" && summary.header.device.serial == "B11FFFF")
        #expect(summary.samples == 501 && summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(summary.start?.nanoseconds == 1_620_864_000_000_000_000)
        let counts = sink.samples(.counts).map(\.values)
        #expect(counts.reduce(0) { $0 + $1[0] } == 7974 && counts.reduce(0) { $0 + $1[1] } == 462)
        #expect(summary.header.channels[0].axes == ["actical", "steps"] && sink.samples(.marker).isEmpty)
    }

    @Test("a Daqtometer's bins of a second")
    func daqtometer() throws {
        let (summary, sink) = try real("other/test_sample_dqt.csv")
        #expect(summary.header.format == "daqtometer" && summary.header.device.serial == "myUUID")
        #expect(summary.samples == 43_200 && summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(summary.start?.nanoseconds == 948_999_600_000_000_000)
        #expect(sink.samples(.counts).reduce(0.0) { $0 + Double($1.values[0]) } == 262_326)
        let light = sink.samples(Channel(rawValue: "light_raw"))
        #expect(light.reduce(0.0) { $0 + Double($1.values[0]) } == 2_618_794)
    }

    @Test("a Tempatilumi's minutes, light and mark")
    func tempatilumi() throws {
        let (summary, sink) = try real("other/test_sample_tal.txt")
        #expect(summary.header.format == "tempatilumi" && summary.header.device.serial == "00000")
        #expect(summary.samples == 10_080 && summary.segments.count == 1 && summary.losses.isEmpty)
        #expect(sink.samples(.counts).reduce(0.0) { $0 + Double($1.values[0]) } == 788_482)
        #expect(sink.samples(.light).reduce(0.0) { $0 + Double($1.values[0]) } == 996_980)
        #expect(sink.samples(.marker).count == 1 && summary.start?.nanoseconds == 946_684_800_000_000_000)
    }

    @Test("ActiLife's tables of epochs equal the .agd that one was made of")
    func actiGraphEpochs() throws {
        let (summary, sink) = try real("other/ActiSleepPlus-RawData-Day01.csv")
        #expect(summary.header.format == "actigraph_csv" && summary.samples == 8639 && summary.losses.isEmpty)
        let counts = sink.samples(.counts).map(\.values)
        #expect(counts.reduce(0.0) { $0 + Double($1[0]) } == 1_487_706)
        #expect(counts.reduce(0.0) { $0 + Double($1[3]) } == 12_023)
        // Its Z is none: the .agd has the wall clock's times.
        let zone = DecodeOptions(zone: Zone(name: "Test/West", firstOffset: -5 * 3600))
        let (table, ours) = try real("agd/GT3XPlus-RawData-Day01.csv", zone)
        let (database, theirs) = try real("agd/GT3XPlus-RawData-Day01.agd", zone)
        #expect(table.samples == 8999 && table.start == database.start && table.segments == database.segments)
        for channel in [Channel.counts, .light, Channel(rawValue: "inclinometer")] {
            #expect(ours.samples(channel).map(\.values) == theirs.samples(channel).map(\.values))
        }
        #expect(table.header.channels.map(\.axes).first == database.header.channels.map(\.axes).first)
    }

    @Test("ActiLife's raw exports equal the recordings that they were made of")
    func actiGraphRaw() throws {
        let (raw, ours) = try real("gt3x/WRIST_rawCalibrated_032Hz.csv")
        let (watch, theirs) = try real("gt3x/WRIST_rawLSB_032Hz_test.agdc")
        #expect(raw.samples == 1920 && raw.start == watch.start && raw.losses.isEmpty)
        #expect(raw.header.device.serial == "TAS1D12345678" && raw.header.channels[0].nominalRate == 32)
        let pairs = zip(ours.samples(.acceleration), theirs.samples(.acceleration))
        #expect(pairs.allSatisfy { $0.time == $1.time && zip($0.values, $1.values).allSatisfy { abs($0 - $1) < 1e-5 } })
        // Counts of the converter are no g.
        #expect(throws: Failure.self) { try real("gt3x/WRIST_rawLSB_032Hz.csv") }
        let (link, samples) = try real("gt3x/readgt3x_TAS1H30182785_2019-09-17.actilife.csv.gz")
        #expect(link.samples == 240_500 && link.segments.count == 1 && link.header.channels[0].nominalRate == 100)
        #expect(samples.batches[0].values.prefix(6) == [0, 0.008, 0.996, 0.016, 0, 1.008])
        // 18:40 on 17 September 2019, as the wall showed it.
        #expect(link.start?.nanoseconds == 1_568_745_600_000_000_000)
    }

    @Test("a person's minutes of NHANES, named where there are several")
    func nhanes() throws {
        let failure = #expect(throws: Failure.self) { try real("nhanes50/count.csv.gz") }
        #expect(failure?.message.contains("50 people") == true && failure?.message.contains("person=21074") == true)
        let map = try ColumnMap(parsing: "person=21074")
        let (summary, sink) = try real("nhanes50/count.csv.gz", DecodeOptions(columns: map))
        #expect(summary.header.format == "nhanes" && summary.samples == 1440 && summary.losses.isEmpty)
        #expect(sink.samples(.counts).reduce(0.0) { $0 + Double($1.values[0]) } == 57_001)
        let week = try real("nhanes50/count.csv.gz", DecodeOptions(columns: ColumnMap(parsing: "person=21257")))
        #expect(week.summary.samples == 7200 && week.summary.segments.count == 1)
        #expect(week.sink.samples(.counts).reduce(0.0) { $0 + Double($1.values[0]) } == 868_438)
    }
}
